"""Runs statements on chdb, one after the other, on one session over an engine in memory.

Each line of the input is a JSON object: "text", a statement, and "parameters", its parameters by name, spelled as ClickHouse
reads the value of a parameter. Each line of the output is the statement's outcome: "lines", its rows as a text of JSON lines of
which the first two are the columns' names and types, or "error", the engine's words.
"""

import json
import os
import sys

FORMAT = "JSONCompactEachRowWithNamesAndTypes"


def main():
    # What a library prints is no outcome.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    import chdb

    engine = chdb.connect(":memory:")
    for line in sys.stdin.buffer:
        statement = json.loads(line)
        try:
            rows = engine.query(statement["text"], FORMAT, params=statement.get("parameters") or {})
            outcome = {"lines": rows.bytes().decode()}
        except Exception as e:
            outcome = {"error": str(e)}
            engine.query("SELECT 1", FORMAT)  # takes away what the statement had written before it failed
        out.write(json.dumps(outcome).encode() + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
