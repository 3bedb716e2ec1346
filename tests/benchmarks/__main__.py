"""`python -m tests.benchmarks [engine] [desk] [mail]`: medians and ratios in a table (`make bench`)."""

import logging
import sys
from collections.abc import Callable, Iterator

from referee import journal
from tests.benchmarks import desk_mails, end_to_end, engine_crowds, engine_turns
from tests.benchmarks.table import Row, print_table

BENCHMARKS: dict[str, tuple[Callable[[], Iterator[Row]], ...]] = {
    "engine": (engine_turns.rows, engine_crowds.rows),
    "desk": (desk_mails.rows,),
    "mail": (end_to_end.rows,),
}


def main(wanted: list[str]) -> None:
    """Run the wanted benchmarks, or all, and print what they measured."""
    unknown = [name for name in wanted if name not in BENCHMARKS]
    if unknown:
        raise SystemExit(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    journal.start(level=logging.ERROR)
    print_table([row for name in wanted or BENCHMARKS for rows in BENCHMARKS[name] for row in rows()])


if __name__ == "__main__":
    main(sys.argv[1:])
