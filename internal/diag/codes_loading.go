package diag

// Codes of loading (SUT001 to SUT039).
const (
	NoCatalog        Code = "SUT001"
	NotRegularFile   Code = "SUT002"
	BeyondBounds     Code = "SUT003"
	NotCUE           Code = "SUT004"
	OtherPackage     Code = "SUT005"
	AttributeRefused Code = "SUT006"
	ImportRefused    Code = "SUT007"
	NameNotFound     Code = "SUT008"
	Unused           Code = "SUT009"
	UnknownField     Code = "SUT010"
	MissingField     Code = "SUT011"
	WrongType        Code = "SUT012"
	NotOneOf         Code = "SUT013"
	OutOfForm        Code = "SUT014"
	MalformedName    Code = "SUT015"
	Conflict         Code = "SUT016"
	NotConcrete      Code = "SUT017"
	NotComputable    Code = "SUT018"
	VendoredDiffers  Code = "SUT019"
	TurnedText       Code = "SUT020"
)

// Loading a catalog: files, syntax, schema (SUT001 to SUT039).
var loadingCodes = []Info{
	{NoCatalog, "no catalog here",
		"A catalog is the .cue files under catalog/ and its folders. There are none.",
		"Start one with `sutura init`, or name its root with -C."},
	{NotRegularFile, "not a regular file",
		"A catalog is read from regular files only: what a reviewer saw in the pull request is what is loaded, on every machine. Links and devices may lead elsewhere.",
		"Put the file itself there."},
	{BeyondBounds, "beyond the bounds of a catalog",
		"check runs on strangers' pull requests, so reading and evaluating are bounded: 20,000 files, 64 MiB, 100 open brackets, 60 seconds, 2 GiB of memory.",
		"Look for comprehensions, repetitions or templates that multiply each other, and for generated files that belong elsewhere."},
	{NotCUE, "not CUE",
		"The file does not parse. Names that it declares are unknown to the other files, so findings that may only follow from that are held back.",
		"Mend the syntax where it is marked; a brace, a quote or a comma is often missing before it."},
	{OtherPackage, "another package",
		"A catalog is one package, the files of its folders included. A file of another package, or of none, is left out.",
		"Begin every file with the same package clause."},
	{AttributeRefused, "an attribute that changes what is loaded",
		"@embed, @tag, @if, @ignore, @extern and @experiment make a catalog depend on files, flags or versions besides its own text.",
		"Write the value itself."},
	{ImportRefused, "an import from elsewhere",
		"A catalog imports CUE's standard library and sutura.dev/schema, nothing else: no registry is ever asked, and nothing outside the catalog can change its numbers.",
		"Put what you need under catalog/, in the same package."},
	{NameNotFound, "a CUE name that refers to nothing",
		"A word without quotes is a reference to a CUE field, and no field of that name can be seen from there. Names of models, metrics and columns are text, in quotes.",
		"Put quotes around it if it is text; otherwise write the path of the field that is meant."},
	{Unused, "declared and not used",
		"CUE refuses imports and let clauses that nothing uses, since they are often what is left of a mistake.",
		"Remove it, or use it."},
	{UnknownField, "a field that does not exist",
		"The schema is closed: a field that it does not list would silently mean nothing.",
		"Correct the spelling. Helpers for writing belong into definitions (#name), hidden fields (_name) or let clauses."},
	{MissingField, "a field that must be said",
		"There is no safe default for it.",
		"Add the field."},
	{WrongType, "a value of the wrong type",
		"The schema wants another kind of value here.",
		"Write the kind of value that the message names."},
	{NotOneOf, "none of the words that are possible",
		"Only certain words are allowed here.",
		"Use one of those that the message lists."},
	{OutOfForm, "a value out of form or bounds",
		"The value has the right type, and is spelled wrong, too small or too large.",
		"Write it as the message describes."},
	{MalformedName, "a malformed name",
		"Names are small letters, digits and underscores, start with a letter and have at most 63 characters, so that they are the same in every surface and dialect.",
		"Rename it; titles and labels may be any text."},
	{Conflict, "a value that is given twice, differently",
		"In CUE the order of files and fields does not matter, so two values for one field contradict each other. The same value twice is fine.",
		"Keep one of them. Each place is shown."},
	{NotConcrete, "a constraint without a value",
		"The field has a type or a condition, and nothing gives it a value.",
		"Give it one, or leave the field out. Where a template should give it, fill in the template's own fields."},
	{NotComputable, "a value that CUE cannot compute",
		"The expression fails: it refers to itself, applies an operation to the wrong types, or calls a function with arguments that it does not take.",
		"Mend the expression; `cue eval` shows how CUE comes to it."},
	{VendoredDiffers, "a vendored schema that differs",
		"The copy of the schema under cue.mod/pkg, which editors and `cue vet` read, is not the one that this sutura checks against. Editors would show other mistakes than check.",
		"Refresh it: `sutura schema --write`."},
	{TurnedText, "a sign that turns the direction of text",
		"Signs that embed, override or isolate a direction (U+202A to U+202E, U+2066 to U+2069) are not seen, and make a line read otherwise than it is loaded, in comments too. Text of right-to-left scripts needs none of them.",
		"Delete the sign. In a string its escape, such as \\u2067, is seen."},
}
