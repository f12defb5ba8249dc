package diag

// Codes of serving (SUT260 to SUT279): why a bundle is not served.
const (
	ServeDigest  Code = "SUT260"
	ServeAnchor  Code = "SUT261"
	ServeCallers Code = "SUT262"
	ServeFile    Code = "SUT263"
	ServeRaw     Code = "SUT265"
)

// Serving (SUT260 to SUT279).
var servingCodes = []Info{
	{ServeDigest, "another bundle than expected",
		"The digest that the settings or --digest name is not that of the bundle: something else would be served than was reviewed.",
		"Serve the bundle that was meant, or name the digest of this one."},
	{ServeAnchor, "anchor not met",
		"A published value that the catalog anchors a metric to is not the one that the source gives: its numbers would be wrong, or the data changed.",
		"`sutura verify` shows both values. Mend the data or the definition, or publish the new value."},
	{ServeCallers, "callers are not known",
		"Over the network every caller is known by a token, and the static token is long and secret. Without any, only this machine may be served.",
		"Set http.auth to token with http.token_env or http.token_file, or serve at a loopback address."},
	{ServeFile, "file of the settings cannot be used",
		"The settings name a file that serving needs, and it cannot be read or written.",
		"Correct the path or the permissions."},
	{ServeRaw, "run_sql may not run here",
		"run_sql runs statements that nobody certified, so it has to be certain under whose credential, and that they cannot write: for one person, over a database file that is opened read-only " +
			"or a login whose owner said what it can do; or for each caller under a login of their own.",
		"[Raw SQL](raw-sql.md) says what to set; or leave the door sql out."},
}
