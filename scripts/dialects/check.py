"""Reads statements of the dialects that no database executes here with sqlglot, a parser of them all.

check.py FOLDER: of each NAME.jsonl the first line is a list of the texts that the dialect says, and each other line a
statement: question, text, parameters. A statement must parse as one SELECT in which every function is known, every parameter
stands where it was written, and every literal is one of the texts or a structural number. Says what it read; ends with 1 where
something does not hold.
"""

import collections
import json
import multiprocessing
import pathlib
import re
import sys

import sqlglot
from sqlglot import exp

DIALECTS = {"sqlserver": "tsql"}  # others are called alike

# Functions of the vendors' documentation that the parser has no node for.
UNMODELLED = {
    "clickhouse": {
        "ADDDAYS", "ADDHOURS", "ADDMONTHS", "ADDQUARTERS", "ADDWEEKS", "ADDYEARS", "ARRAYELEMENT", "ARRAYSORT", "GROUPARRAY",
        "INTDIV", "LENGTHUTF8", "LOWERUTF8", "MAKEDATE32", "REPLACEALL", "SUBSTRINGUTF8", "TODAYOFMONTH", "TODAYOFWEEK",
        "TODAYOFYEAR", "TODECIMALSTRING", "TOHOUR", "TOISOWEEK", "TOISOYEAR", "TOMINUTE", "TOMONTH", "TONULLABLE", "TOQUARTER",
        "TOSECOND", "TOSTRING", "TOYEAR", "UPPERUTF8",
    },
    "databricks": {"GET", "WEEKDAY"},
    "sqlserver": {"DATALENGTH"},
    "trino": {"AT_TIMEZONE"},
}

# The parser takes some units of time for texts.
UNITS = {"YEAR", "QUARTER", "MONTH", "WEEK", "ISOWEEK", "DAY", "HOUR"}

STRUCTURAL = re.compile(r"[0-9]|1[0-2]|10*|0\.0{9}1")


def problem(name, texts, statement):
    """What is wrong with a statement, or None."""
    parsed = sqlglot.parse(
        statement["text"], dialect=DIALECTS.get(name, name), error_level=sqlglot.ErrorLevel.RAISE
    )
    if len(parsed) != 1 or not isinstance(parsed[0], exp.Query):
        return "is not one SELECT"
    tree = parsed[0]
    placed, numbered = 0, set()
    for node in tree.walk():
        if isinstance(node, exp.Command):
            return "is a command"
        if isinstance(node, exp.Anonymous) and node.name.upper() not in UNMODELLED.get(name, ()):
            return f"calls {node.name.upper()}, which the parser does not know"
        if isinstance(node, exp.Placeholder):
            if node.this:
                numbered.add(node.name)
            else:
                placed += 1
        if isinstance(node, exp.Parameter):
            numbered.add(node.name)
        if not isinstance(node, exp.Literal) or node.find_ancestor(exp.DataType):
            continue
        if node.is_string and node.this not in texts and node.this not in UNITS:
            return f"has the text {node.this!r}"
        if not node.is_string and not STRUCTURAL.fullmatch(node.this) and not isinstance(node.find_ancestor(exp.Func), exp.Round):
            return f"has the number {node.this}"
    wanted = statement["parameters"]
    if numbered != {f"p{n + 1}" for n in range(wanted)} if numbered else placed != wanted:
        return f"has other parameters than its {wanted}"
    return None


def check(work):
    name, texts, statement = work
    try:
        found = problem(name, texts, statement)
    except sqlglot.errors.SqlglotError as e:
        found = "does not parse: " + str(e)
    return name, statement, found


def main():
    work = []
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.jsonl")):
        texts, *statements = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        unique = {s["text"]: s for s in statements}
        work += [(path.stem, set(texts), s) for s in unique.values()]
    read, wrong = collections.Counter(), []
    with multiprocessing.Pool() as pool:
        for name, statement, found in pool.imap_unordered(check, work, chunksize=16):
            read[name] += 1
            if found:
                wrong.append((name, found, statement))
    for name, found, statement in sorted(wrong, key=lambda w: len(w[2]["text"]))[:3]:
        print(f"{name}: the statement {found}\n{statement['question']}\n{statement['text']}", file=sys.stderr)
    for name, found in sorted(collections.Counter((n, f[:90]) for n, f, _ in wrong).items()):
        print(f"{name[0]}: {found} statements: {name[1]}", file=sys.stderr)
    print(", ".join(f"{n} of {name}" for name, n in sorted(read.items())))
    sys.exit(1 if wrong or not read else 0)


if __name__ == "__main__":
    main()
