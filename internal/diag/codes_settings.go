package diag

// Codes of settings and sources (SUT200 to SUT239).
const (
	SettingsUnreadable  Code = "SUT200"
	SettingsSyntax      Code = "SUT201"
	SettingsUnknownKey  Code = "SUT202"
	SettingsRepeatedKey Code = "SUT203"
	SettingsValue       Code = "SUT204"
	SettingsAlias       Code = "SUT205"
	SettingsPlace       Code = "SUT206"
	SettingsSecret      Code = "SUT207"
	SettingsEnvironment Code = "SUT208"
	SettingsIdentity    Code = "SUT209"
	SourceNoData        Code = "SUT210"
	SourceUnopened      Code = "SUT211"
	SourceNotBuilt      Code = "SUT212"
	SourceUnknown       Code = "SUT213"
	SourcePlace         Code = "SUT214"
	SourceDrift         Code = "SUT215"
	SourceKeys          Code = "SUT216"
	SourceIdentity      Code = "SUT217"
)

// Settings and sources (SUT200 to SUT239).
var settingsCodes = []Info{
	{SettingsUnreadable, "settings cannot be read",
		"The settings that were asked for are not there, too large, or not a file that can be read.",
		"Correct the path, or leave it out: without settings nothing runs on data, and everything else works."},
	{SettingsSyntax, "settings are not YAML",
		"The file does not parse, is not UTF-8, or holds more than one document.",
		"Write `key: value`, one a line, indented with spaces; quote a text that holds `: ` or ` #`."},
	{SettingsUnknownKey, "unknown setting",
		"No setting has this name; a mistyped one would otherwise be left unset without a word.",
		"Correct the name, or remove it."},
	{SettingsRepeatedKey, "setting written twice",
		"Only one of two values could count.",
		"Keep one."},
	{SettingsValue, "value of the wrong kind",
		"The setting takes another kind of value than the one written.",
		"Write what the message asks for."},
	{SettingsAlias, "not a source's name",
		"Sources are named as in the catalog: lower-case letters, digits and underscores, beginning with a letter.",
		"Write the name as the catalog's `sources` does."},
	{SettingsPlace, "a source is in one place",
		"Each source says exactly once where its data is: a path, or where its connection string is found.",
		"Set one of path, dsn_env and dsn_file."},
	{SettingsSecret, "secret in the settings",
		"The settings are kept beside the catalog and printed by doctor; a connection string holds a password.",
		"Put the connection string into an environment variable and name that with dsn_env, or into a file and name that with dsn_file."},
	{SettingsEnvironment, "environment variable overrides nothing",
		"A variable that begins with SUTURA_SOURCES_ overrides one source's setting, and this one names none.",
		"Correct its name, or unset it."},
	{SettingsIdentity, "who askers are at a source",
		"With identity: subject questions run as the one who asks, by one way to find the role, settings that the session is told, or both. Without it they run as the connection's own login.",
		"Say role_claim, or subject_roles and group_roles, or claims; and identity: subject with them."},
	{SourceNoData, "source without data",
		"The catalog says what a source means; where its data is, only the settings say. Nothing is looked for elsewhere.",
		"Add the source to sutura.yaml with a path, dsn_env or dsn_file."},
	{SourceUnopened, "source cannot be opened",
		"The settings name data that is not there, cannot be read, or does not fit the declared types.",
		"Do what the message says."},
	{SourceNotBuilt, "dialect without execution",
		"This version does not execute statements of the dialect.",
		"Use a source of a dialect that is executed: PostgreSQL, or DuckDB with its Parquet and CSV files."},
	{SourceUnknown, "settings for an unknown source",
		"The settings name a source that the catalog does not declare, so nothing uses it.",
		"Correct the name, or remove it."},
	{SourcePlace, "a place that does not fit the dialect",
		"DuckDB reads files, named by path; a database server is reached by a connection string, named by dsn_env or dsn_file.",
		"Set the key that the source's dialect takes."},
	{SourceDrift, "source is not what the catalog declares",
		"A declared table or column is not there by its exact name, or has another type: a statement would fail, or read another number.",
		"Correct the model, or name other data. CSV files have no types: there the declaration is what they are read by."},
	{SourceKeys, "data that is not what the catalog declares",
		"A declared key repeats, or a column that may not be null is. A join by such a key counts rows twice, and a row with a null is in no group that its key would name.",
		"Correct the model's `key`, `unique` or `nullable`, or the data."},
	{SourceIdentity, "a source that cannot run as the asker",
		"identity: subject has the data system decide who may read which row. It takes a PostgreSQL source, a login that is no superuser and may assume every mapped role, and callers with tokens of an identity provider.",
		"Do what the message says, or leave identity out: questions run as the connection's own login then."},
}
