"""`python -m tests.fuzz SECONDS [TARGET...] [--seeds FOLDER]...`: guided by coverage, with atheris (`make fuzz`).

Each target gets its share of the seconds, in a process of its own. What was found worth keeping stays in
`.fuzz/TARGET/`, and an input that broke something in `.fuzz/TARGET-crash-...`; given as a target's name and a file,
`python -m tests.fuzz again TARGET FILE`, it is tried again without atheris."""

import argparse
import subprocess
import sys
from pathlib import Path

HOME = Path(".fuzz")
INPUT_SECONDS_MAX = 20  # for one input, with all the counting
INPUT_BYTES_MAX = 40_000
MEMORY_MB_MAX = 2048
NAMES = ("letter", "language", "page", "bounced", "quoting")


def main() -> int:
    if sys.argv[1:2] == ["again"]:
        from tests.fuzz.targets import TARGETS

        TARGETS[sys.argv[2]](Path(sys.argv[3]).read_bytes())
        return 0
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("seconds", type=int)
    parser.add_argument("targets", nargs="*", metavar="target", help=f"of {', '.join(NAMES)}; else all")
    parser.add_argument("--seeds", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--within", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    wanted.targets = wanted.targets or list(NAMES)
    if unknown := set(wanted.targets) - set(NAMES):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    if wanted.within:
        _fuzz(wanted.targets[0], wanted.seconds)
    share = max(1, wanted.seconds // len(wanted.targets))
    broken = [name for name in wanted.targets if not _finds_nothing(name, share, wanted.seeds)]
    print(f"broken: {', '.join(broken)}; the inputs are in {HOME}/" if broken else "nothing was broken")
    return 1 if broken else 0


def _finds_nothing(target: str, seconds: int, further: list[Path]) -> bool:
    from tests.fuzz.seeds import seeds, words  # not where atheris is: it counts only in what it imported itself

    kept = HOME / target
    kept.mkdir(parents=True, exist_ok=True)
    begin = HOME / f"{target}-seeds"
    begin.mkdir(exist_ok=True)
    for number, seed in enumerate(seeds(target, further=further)):
        (begin / f"{number:04}").write_bytes(seed)
    quoted = ["".join(f"\\x{byte:02x}" for byte in word) for word in words()]
    (HOME / "words").write_text("".join(f'"{word}"\n' for word in quoted))
    print(f"{target}: {seconds} seconds", flush=True)
    command = [sys.executable, "-m", "tests.fuzz", "--within", str(seconds), target]
    return subprocess.run(command, check=False).returncode == 0


def _fuzz(target: str, seconds: int) -> None:
    """Does not return: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["engine", "referee"]):
        from tests.fuzz.targets import TARGETS
    settings = {
        "max_total_time": seconds,
        "timeout": INPUT_SECONDS_MAX,
        "max_len": INPUT_BYTES_MAX,
        "rss_limit_mb": MEMORY_MB_MAX,
        "dict": HOME / "words",
        "artifact_prefix": f"{HOME}/{target}-",
        "print_final_stats": 1,
        "verbosity": 0,
    }
    options = [f"-{name}={value}" for name, value in settings.items()]
    atheris.Setup([sys.argv[0], *options, str(HOME / target), str(HOME / f"{target}-seeds")], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
