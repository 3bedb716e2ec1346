"""`python -m tests.benchmarks [engine] [desk] [mail] [tournament] [hostile]`: medians and ratios (`make bench`)."""

import logging
import sys
from collections.abc import Callable, Iterator

from referee import journal
from tests.benchmarks import desk_mails, end_to_end, engine_crowds, engine_turns, hostile, tournament_rounds
from tests.benchmarks.table import Row, print_table

BENCHMARKS: dict[str, tuple[Callable[[], Iterator[Row]], ...]] = {
    "engine": (engine_turns.rows, engine_crowds.rows),
    "desk": (desk_mails.rows,),
    "mail": (end_to_end.rows,),
    "tournament": (tournament_rounds.rows,),
}
HOSTILE = "hostile"  # has a table of its own


def main(wanted: list[str]) -> None:
    """Run the wanted benchmarks, or all, and print what they measured."""
    known = (*BENCHMARKS, HOSTILE)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
    wanted = wanted or list(known)
    journal.start(level=logging.ERROR)
    rows = [row for name in wanted if name != HOSTILE for each in BENCHMARKS[name] for row in each()]
    if rows:
        print_table(rows)
    if HOSTILE in wanted:
        hostile.show()


if __name__ == "__main__":
    main(sys.argv[1:])
