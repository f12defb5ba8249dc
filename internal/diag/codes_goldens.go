package diag

// Codes of fixtures and goldens (SUT160 to SUT179).
const (
	FixtureSyntax    Code = "SUT160"
	FixtureUnknown   Code = "SUT161"
	FixtureColumns   Code = "SUT162"
	FixtureValue     Code = "SUT163"
	FixtureNull      Code = "SUT164"
	FixtureKey       Code = "SUT165"
	FixtureTables    Code = "SUT166"
	FileUnused       Code = "SUT167"
	GoldenQuestion   Code = "SUT168"
	GoldenRows       Code = "SUT169"
	GoldenMissing    Code = "SUT170"
	GoldenDrift      Code = "SUT171"
	GoldenOrphan     Code = "SUT172"
	GoldenUnreadable Code = "SUT173"
	LawBroken        Code = "SUT174"
	ExampleDiffers   Code = "SUT178"
	GoldenDialect    Code = "SUT179"
)

// Fixtures and goldens (SUT160 to SUT179).
var goldenCodes = []Info{
	{FixtureSyntax, "fixture is not CSV",
		"The file of fixtures is not comma-separated text in UTF-8, so which value belongs to which column is not certain.",
		"Write one line a row, values between commas, and quote a value that holds a comma, a quote or a line's end. Nothing between two " +
			"commas is null; `\"\"` is the empty text."},
	{FixtureUnknown, "fixture of no model",
		"A file of fixtures is named after the model whose rows it holds. No model has this name, or another file gives the same table's rows already.",
		"Rename the file, or remove it: rows of a model without a file are made from the catalog."},
	{FixtureColumns, "columns of a fixture",
		"The first line names every declared column once, in any order, and each line below has a value for each of them.",
		"Do what the message says."},
	{FixtureValue, "value not of its column's type",
		"A value is written as its column's type has it: 42, 12.50, true, 2026-01-31, 2026-01-31T15:04:05, and an instant with its zone, 2026-01-31T15:04:05Z. Spaces count.",
		"Correct the value, or the column's type."},
	{FixtureNull, "null where none may be",
		"The column is declared never null, or is part of a key, and the line has no value for it.",
		"Write a value (`\"\"` for the empty text), or let the column be nullable."},
	{FixtureKey, "key repeated in a fixture",
		"Two lines have the same key: a join by it would count rows twice, here as in the real data.",
		"Give each line its own key, or correct the model's `key` and `unique`."},
	{FixtureTables, "tables that fixtures cannot hold",
		"Fixtures are rows of an embedded DuckDB, which folds the case of names. Two names that differ in case only, or two models that give one " +
			"column different types, cannot be told apart there; metrics over them have recorded statements and no recorded rows.",
		"Rename one, or declare the same type in both models. Where the database really has both names, this is only a note."},
	{FileUnused, "file that nothing reads",
		"It lies among the fixtures or goldens, and is none by its name: what it says would not be checked.",
		"Name it as the message says, or move it away. Names that end in .md, or begin with a dot, are left alone."},
	{GoldenQuestion, "recorded question without an answer",
		"A question that an author wrote beside the goldens is no question, is not about its metric, or would be refused.",
		"Correct the question, or remove its file."},
	{GoldenRows, "rows of a golden cannot be computed",
		"The statement fails on the fixtures, or gives more rows than a person reads: there is nothing to record.",
		"Mend the expression, or write a file of fixtures whose rows it can be computed over."},
	{GoldenMissing, "metric without a golden",
		"Other metrics of the catalog are recorded and this one is not, so that a change of it would not show.",
		"Read what `sutura goldens diff` prints, then `sutura goldens accept`."},
	{GoldenDrift, "golden differs",
		"What the catalog compiles to now (the plan, a statement, its binds) or what the fixtures' rows now give is not what was recorded.",
		"Read `sutura goldens diff`: if the difference is what the change is meant to do, `sutura goldens accept`; else mend the catalog."},
	{GoldenOrphan, "golden of no metric",
		"A golden, or a folder of questions, is named after a metric that the catalog does not have. A metric was renamed or removed.",
		"`sutura goldens accept` removes the golden; questions are a person's, and are moved or removed by hand."},
	{GoldenUnreadable, "golden cannot be read",
		"The file is not what `sutura goldens accept` writes: it was edited, merged with marks of a conflict left in, had its line ends changed, or is of another version.",
		"`sutura goldens accept` writes it again; read its difference in version control. Line ends stay with `*.txtar -text` in .gitattributes."},
	{ExampleDiffers, "phrase that means something else",
		"An example of the knowledge says which question a phrase means: a golden for words. Read as `resolve_bind` reads it, in its locale and without a " +
			"reference, the phrase comes to another question, is not clear, or has words that nothing explains.",
		"Do what the message says: a person who says the phrase would be misunderstood likewise."},
	{LawBroken, "law of numbers that does not hold",
		"`sutura check --prove` asked the fixtures two questions whose answers must agree (groups add to the total, a range is the sum of its parts), and " +
			"they do not. It prints both, with their rows. Most often the rows hold what the catalog says they cannot: a value that a dimension does not declare.",
		"Correct the rows in fixtures/, or the declaration that they contradict. Where both are right, sutura is wrong: please report it with the output."},
	{GoldenDialect, "dialect of no statement",
		"goldens/dialects.txt names the dialects that goldens hold statements of beside those that every golden has, and no statement is written in this one.",
		"Correct the name, or remove the line."},
}
