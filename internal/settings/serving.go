package settings

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// Serving is how a bundle is served. Every value is of its key's kind; what was not said has its default.
type Serving struct {
	Digest       string   // the bundle's, expected; empty for any
	Doors        []string // switched on
	Instructions string   // a file, ready to open; empty for none
	// Scopes and Audiences are those of the one caller that has no token of an identity provider; nil where not said.
	Scopes    []string
	Audiences []string

	MaxConcurrent    int
	MaxWaiting       int // calls, for a slot
	AdmissionTimeout time.Duration
	RequestTimeout   time.Duration
	ShutdownGrace    time.Duration
	MaxTextBytes     int
	// QuestionsPerMinute and RowsPerDay are a caller's budget; 0 for no bound.
	QuestionsPerMinute int
	RowsPerDay         int

	MalformedAsResult bool // what is no question comes back as a tool's result
	ProseOmitted      bool

	ExposePhysical bool // the model door shows tables, columns and expressions

	ResumeSecrets string // a file, ready to open, with a secret on each line; empty: the process makes its own

	AuditPath  string // a file, ready to open; empty for standard error
	AuditClear bool   // filter values are written as they are

	Raw          Raw
	ProposalsDir string // where proposed metrics are written; empty for nowhere

	HTTP    HTTP
	OpsAddr string // "off" for no listener; empty for the default beside HTTP
	Traces  string // where spans are sent; empty for nowhere
}

// HTTP is how the network reaches the service.
type HTTP struct {
	Addr      string
	PublicURL string // by which peers reach this; empty where not said
	Auth      string // none, token or jwt; empty where not said
	JWT       JWT
	TokenEnv  string // one of the two names the static token
	TokenFile string
	Hosts     []string // names that a request may be for, besides the address
	Origins   []string // pages that may call
	// MaxConnections are open at once, at each listener.
	MaxConnections int
}

// Raw says why, where and as whom statements run that nobody certified.
type Raw struct {
	// Mode is single_user, or empty: several people ask.
	Mode   string
	Reason string // for the mode; an operator's own words, sent to nobody
	Source string // the alias; empty for the only one
	// Acknowledged are an operator's words on what the credential can do.
	Acknowledged string
	// Credentials is a folder with each subject's connection string in a file of the subject's name; empty for none.
	Credentials string
}

const (
	opsAddr = "ops_addr"
	// DefaultOpsAddr is where the operations listener is beside HTTP.
	DefaultOpsAddr = "127.0.0.1:9464"
)

// servingKeys is the part of the table that says how a bundle is served.
func servingKeys() []Key {
	hour, most := 3_600_000, 1_000_000_000
	return inOrder(append(jwtKeys(), []Key{
		{Path: "admission_timeout", Kind: Duration, Default: "5s", Least: 10, Most: 600_000, Doc: "how long a call waits for a slot before it is told that the service is busy"},
		{Path: "audiences", Kind: Names, Doc: "the audiences of the local caller or of the static token; over stdio and without authentication all, with a token only what everyone sees"},
		{Path: "audit.path", Kind: Path, Doc: "the file that audit lines are appended to; standard error when not said"},
		{Path: "audit.values", Kind: Choice, Enum: []string{"hashed", "clear"}, Default: "hashed", Doc: "how filter values stand in the audit"},
		{Path: "budgets.questions_per_minute", Kind: Whole, Least: 1, Most: 1_000_000, Doc: "questions that one caller may ask in a minute; without it, any number"},
		{Path: "budgets.rows_per_day", Kind: Whole, Least: 1, Most: most, Doc: "rows that one caller may be given in a day (UTC); without it, any number"},
		{Path: "digest", Kind: Digest, Doc: "the digest that the served bundle must have"},
		{Path: "doors", Kind: Choices, Enum: []string{"metrics", "query", "model", "lexicon", "grounding", "sql"}, Default: "metrics", Doc: "the groups of tools that are switched on"},
		{Path: "expose_physical", Kind: Choice, Enum: []string{"false", "true"}, Default: "false", Doc: "whether the model door shows tables, columns and expressions"},
		{Path: "http.addr", Kind: Address, Doc: "serve over HTTP at this address; over stdio when not said"},
		{Path: "http.auth", Kind: Choice, Enum: []string{"none", "token", "jwt"}, Doc: "how callers over HTTP are known: none, only at a loopback address; one static token; or tokens of an identity provider"},
		{Path: "http.hosts", Kind: Names, Doc: "host names that requests may be for, besides the address itself and localhost"},
		{Path: "http.max_connections", Kind: Whole, Least: 1, Most: 100_000, Default: "1000", Doc: "how many connections are open at once; an idle one makes room for the next"},
		{Path: "http.origins", Kind: Names, Doc: "origins of web pages that may call, such as https://tools.example.org; none when not said"},
		{Path: "http.public_url", Kind: Link, Doc: "the address by which peers reach this, without a path; http and the host that a request is for when not said"},
		{Path: "http.token_env", Kind: Variable, Doc: "the environment variable that holds the static token, 32 characters or more"},
		{Path: "http.token_file", Kind: Path, Doc: "the file that holds the static token and nothing else"},
		{Path: "instructions", Kind: Path, Doc: "a text file that is added to the end of the instructions for agents"},
		{Path: "malformed", Kind: Choice, Enum: []string{"error", "result"}, Default: "error", Doc: "how arguments that are no question come back over MCP: a protocol error, or a result that says it is one"},
		{Path: "max_concurrent", Kind: Whole, Least: 1, Most: 1000, Default: "8", Doc: "how many calls run at once"},
		{Path: "max_text_bytes", Kind: Whole, Least: 1024, Most: 8 << 20, Default: "65536", Doc: "the longest text of an answer over MCP"},
		{Path: "max_waiting", Kind: Whole, Least: 1, Most: 100_000, Default: "500", Doc: "how many calls wait for a slot at once; one more is told at once that the service is busy"},
		{Path: "mode", Kind: Choice, Enum: []string{"single_user"}, Doc: "single_user where one person uses this deployment, over standard input or a loopback address; run_sql may need it"},
		{Path: "mode_reason", Kind: Sentence, Doc: "why there is only one; sent to nobody"},
		{Path: opsAddr, Kind: Address, Doc: "where health, readiness, status and metrics are: " + DefaultOpsAddr + " beside HTTP, nowhere over stdio; off for nowhere"},
		{Path: "prose", Kind: Choice, Enum: []string{"quoted", "omitted"}, Default: "quoted", Doc: "whether the catalog's prose is sent to agents"},
		{Path: "proposals_dir", Kind: Path, Doc: "a folder that proposed metrics are written into, each as a new file; nothing is written when not said"},
		{Path: "raw.acknowledged", Kind: Sentence, Doc: "your words on what the login of a PostgreSQL source can do, without which run_sql does not use it; sent to nobody"},
		{Path: "raw.credentials", Kind: Path, Doc: "a folder with the connection string of each caller in a file of the caller's name, for run_sql on PostgreSQL as the caller's own login"},
		{Path: "raw.source", Kind: Alias, Doc: "the source that run_sql asks; the only one when not said"},
		{Path: "request_timeout", Kind: Duration, Default: "30s", Least: 2000, Most: hour, Doc: "how long a caller waits at most; the statement has a second less"},
		{Path: "resume_secrets", Kind: Path, Doc: "a file with secrets of 32 characters or more, one a line: what resolve_bind asks is signed by the first and taken by all, so that several processes can go on; without it, each process makes its own"},
		{Path: "scopes", Kind: Choices, Enum: []string{"catalog.read", "metrics.ask", "sql.preview", "sql.run", "catalog.propose"}, Doc: "what the local caller or the static token may do; over stdio and without authentication all that is on, with a token catalog.read and metrics.ask"},
		{Path: "shutdown_grace", Kind: Duration, Default: "10s", Most: 600_000, Doc: "how long running questions may go on once the service is told to stop"},
		{Path: "telemetry.traces", Kind: Link, Doc: "the OTLP address that spans are sent to; OTEL_EXPORTER_OTLP_ENDPOINT when not said"},
	}...))
}

// servingPrefix begins every variable that overrides a setting.
const servingPrefix = "SUTURA_"

// variable is the environment variable that overrides a key that is of no source.
func (k Key) variable() string {
	return servingPrefix + strings.ToUpper(strings.ReplaceAll(k.Path, ".", "_"))
}

// overrideServing applies the variables that name a key of serving: SUTURA_MAX_CONCURRENT is max_concurrent. A name that
// is nearly one of them is a mistake; others that begin with SUTURA_ are left to those who use them.
func (r *reader) overrideServing(env map[string]string) {
	known := map[string]Key{}
	for _, k := range servingKeys() {
		known[strings.TrimPrefix(k.variable(), servingPrefix)] = k
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		rest, ours := strings.CutPrefix(name, servingPrefix)
		if !ours || strings.HasPrefix(name, sourcePrefix) || rest == "CONFIG" {
			continue
		}
		k, ok := known[rest]
		if !ok {
			near, ok := nearest.Name(rest, slices.Sorted(maps.Keys(known)))
			if ok && nearest.Edits([]rune(rest), []rune(near)) <= 2 {
				r.add(diag.SettingsEnvironment, diag.Range{}, "the environment variable "+name+" overrides no setting", "Did you mean "+servingPrefix+near+"?")
			}
			continue
		}
		if code, message, hint := unfit(k, name, env[name]); message != "" {
			r.add(code, diag.Range{}, message, hint)
			continue
		}
		r.values[k.Path] = value{text: env[name]}
	}
}

// ServingDefaults is how a bundle is served where nothing is said.
func ServingDefaults() Serving { return (&reader{}).serving() }

// serving gathers the values, or their defaults.
func (r *reader) serving() Serving {
	text := func(path string) string {
		if v, ok := r.values[path]; ok {
			return v.text
		}
		k, _ := lookup(path)
		return k.Default
	}
	file := func(path string) string { v := r.values[path]; return r.resolve(v.text, v.at) }
	list := func(path string) []string {
		if _, ok := r.values[path]; !ok && text(path) == "" {
			return nil
		}
		return words(text(path))
	}
	// unfit has seen that these are numbers and times.
	number := func(path string) int { n, _ := strconv.Atoi(text(path)); return n }
	duration := func(path string) time.Duration { d, _ := time.ParseDuration(text(path)); return d }
	return Serving{
		Digest: text("digest"), Doors: list("doors"), Instructions: file("instructions"), Scopes: list("scopes"), Audiences: list("audiences"),
		MaxConcurrent: number("max_concurrent"), MaxWaiting: number("max_waiting"), AdmissionTimeout: duration("admission_timeout"), RequestTimeout: duration("request_timeout"),
		ShutdownGrace: duration("shutdown_grace"), MaxTextBytes: number("max_text_bytes"),
		QuestionsPerMinute: number("budgets.questions_per_minute"), RowsPerDay: number("budgets.rows_per_day"),
		MalformedAsResult: text("malformed") == "result", ProseOmitted: text("prose") == "omitted", ExposePhysical: text("expose_physical") == "true",
		Raw:           Raw{Mode: text("mode"), Reason: text("mode_reason"), Source: text("raw.source"), Acknowledged: text("raw.acknowledged"), Credentials: file("raw.credentials")},
		ProposalsDir:  file("proposals_dir"),
		ResumeSecrets: file("resume_secrets"), AuditPath: file("audit.path"), AuditClear: text("audit.values") == "clear",
		HTTP: HTTP{Addr: text("http.addr"), PublicURL: text("http.public_url"), Auth: text("http.auth"), JWT: r.jwt(text, file, list, duration), TokenEnv: text("http.token_env"), TokenFile: file("http.token_file"),
			Hosts: list("http.hosts"), Origins: list("http.origins"), MaxConnections: number("http.max_connections")},
		OpsAddr: text(opsAddr), Traces: text("telemetry.traces"),
	}
}
