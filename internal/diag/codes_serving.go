package diag

// Codes of serving (SUT260 to SUT279): why a bundle is not served.
const (
	ServeDigest      Code = "SUT260"
	ServeUnreachable Code = "SUT261"
	ServeAnchor      Code = "SUT262"
	ServePreview     Code = "SUT263"
	ServeZones       Code = "SUT264"
	ServeCallers     Code = "SUT265"
	ServeFile        Code = "SUT266"
	ServeDoors       Code = "SUT267"
)

// Serving (SUT260 to SUT279).
var servingCodes = []Info{
	{ServeDigest, "another bundle than expected",
		"The digest that the settings or --digest name is not that of the bundle: something else would be served than was reviewed.",
		"Serve the bundle that was meant, or name the digest of this one."},
	{ServeUnreachable, "source cannot be asked",
		"The source was opened, and does not answer what every question needs: its tables, its keys, its zone rules.",
		"See that the source runs and that its user may read the tables."},
	{ServeAnchor, "anchor not met",
		"A published value that the catalog anchors a metric to is not the one that the source gives: its numbers would be wrong, or the data changed.",
		"`sutura verify` shows both values. Mend the data or the definition, or publish the new value."},
	{ServePreview, "dialect not proven",
		"Statements of the dialect are written and not proven by execution, so no number of it is served.",
		"Serve sources of DuckDB or PostgreSQL; `sutura compile` shows the statement for others."},
	{ServeZones, "zone rules differ",
		"The source's rules for the calendar's time zone differ from sutura's in some hours. Questions about them are refused; others are answered.",
		"Bring the time zone data of both up to date."},
	{ServeCallers, "callers are not known",
		"Over the network every caller is known by a token, and the static token is long, secret and configured with care. Without any, only this machine may be served.",
		"Set http.auth to token with token_env or token_file, or serve at a loopback address."},
	{ServeFile, "file of the settings cannot be used",
		"The settings name a file that serving needs, and it cannot be read or written.",
		"Correct the path or the permissions."},
	{ServeDoors, "nothing behind a door",
		"A door is switched on that this version has no tools for.",
		"Leave it out of doors."},
}
