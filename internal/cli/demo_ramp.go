package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sutura.dev/catalog/shop"
	"sutura.dev/internal/render"
	"sutura.dev/internal/sources"
)

// rampSettings serve the shop to one person who may send statements of their own.
const rampSettings = `# The shop, for one person on this machine who may send statements of their own (docs: raw SQL).
sources:
  shop:
    path: shop.duckdb
doors: [metrics, sql]
mode: single_user
mode_reason: A demonstration on one machine.
audit:
  path: audit.jsonl
proposals_dir: proposals
`

const (
	rampSQL = `SELECT sum(shipping) AS shipping FROM main.orders WHERE status NOT IN ('test', 'cancelled')
  AND ordered_at >= '2025-12-31 23:00:00+00' AND ordered_at < '2026-06-30 22:00:00+00'`
	rampProposal = `{"name": "shipping_income", "title": "Shipping income", "description": "What customers paid for shipping, cancelled orders left out.",
  "unit": "EUR", "model": "orders", "measure": {"sum": "shipping"}, "where": ["status <> 'cancelled'"]}`
	rampQuestion = `{"metrics": ["shipping_income"], "range": {"period": "2026-H1"}}`
	rampFile     = "shipping_income.cue"
)

// rampExhibit goes from a statement that nobody certified to a metric.
func rampExhibit() exhibit {
	earlier := strings.NewReplacer("2025-12-31 23:00", "2025-06-30 22:00", "2026-06-30 22:00", "2025-12-31 23:00").Replace(rampSQL)
	return exhibit{dir: "sutura-ramp", files: shop.Files(), prepare: rampPrepare, scenes: []scene{
		{title: "What do customers pay for shipping? Many totals hold it, and no metric is it.",
			command: []string{"search", "shipping", "--kind", "metric"}},
		{title: "Where one person may send statements of their own, an agent can still look. What comes back is ungoverned, and says so.",
			act: rampCalls(rampSQL, "run_sql")},
		{title: "And the half-year before.",
			act: rampCalls(earlier, "run_sql")},
		{title: "The audit has every statement, and the coverage shows what comes back again and again.",
			act: rampCoverage},
		{title: "So the agent proposes a metric. It is checked against the catalog, and written down for people; nothing is served by it.",
			act: rampCalls(rampProposal, "propose_metric")},
		{title: "A person reads it and moves it into the catalog. It is checked like any other change.",
			act: rampMove},
		{title: "Nothing is recorded of it yet, and it is not in the lock.",
			command: []string{"check"}, refused: true},
		{title: "What it gives on the fixtures is read and accepted, and the lock is written: this is what a review looks at.",
			command: []string{"goldens", "accept", "shipping_income"}},
		{title: "With that, it is merged.",
			command: []string{"compile", "--pin"}},
		{title: "Now the catalog holds.",
			command: []string{"check"}},
		{title: "The same question is certified, with the same number and its proof.",
			act: rampCalls(rampQuestion, "ask_metric")},
		{title: "And the coverage has its first certified answer.",
			act: rampCoverage},
	}, next: [][]string{
		{"sutura", "ask", "shipping_income", "--grain", "month", "--range", "2026-H1", "--plot"},
		{"sutura", "serve", "--check"},
	}}
}

// rampPrepare makes the database of the shop's rows and its settings, and forgets an earlier showing.
func rampPrepare(ctx context.Context, dir string) error {
	for _, old := range []string{"shop.duckdb", "audit.jsonl", filepath.Join("catalog", rampFile), filepath.Join("goldens", "shipping_income.txtar"), filepath.Join("proposals", rampFile)} {
		if err := os.Remove(filepath.Join(dir, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unreadable(filepath.Join(dir, old), err)
		}
	}
	lock, err := fs.ReadFile(shop.Files(), "sutura.lock")
	if err != nil {
		return failed("the demonstration has no lock", "")
	}
	if err := os.MkdirAll(filepath.Join(dir, "proposals"), 0o755); err != nil {
		return unreadable(dir, err)
	}
	for name, text := range map[string]string{"sutura.yaml": rampSettings, "sutura.lock": string(lock)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return unreadable(filepath.Join(dir, name), err)
		}
	}
	w, err := compileCatalog(dir)
	if err != nil {
		return err
	}
	if w.bundle == nil {
		return failed("the demonstration does not compile", "Name a folder that does not exist yet.")
	}
	if err := sources.Import(ctx, w.bundle, "shop", filepath.Join(dir, "fixtures"), filepath.Join(dir, "shop.duckdb")); err != nil {
		return failed("the shop's database cannot be made", "See that "+render.Escape(dir)+" can be written to.")
	}
	return nil
}

// rampCalls lets an agent call one tool, and shows what it reads.
func rampCalls(arguments, tool string) func(context.Context, *app, string) error {
	return func(ctx context.Context, a *app, dir string) error {
		a.out.Line("an agent calls %s:", tool)
		sent := json.RawMessage(arguments)
		for line := range strings.Lines(arguments) {
			a.out.Line("  %s", strings.TrimRight(line, "\n"))
		}
		a.out.Line("")
		if tool == "run_sql" {
			sent, _ = json.Marshal(map[string]string{"statement": arguments}) // text encodes
		}
		text, structured, err := a.agent(ctx, dir, tool, sent)
		if err != nil {
			return err
		}
		var proposed struct {
			Ungoverned string `json:"ungoverned"`
			CUE        string `json:"cue"`
			Check      string `json:"check"`
			Written    string `json:"written"`
		}
		if json.Unmarshal(structured, &proposed) == nil && proposed.CUE != "" {
			a.out.Raw([]byte(proposed.CUE))
			text = "\nwritten to proposals/" + proposed.Written + "; check it with `" + proposed.Check + "`"
		}
		for line := range strings.Lines(text) {
			a.out.Line("%s", strings.TrimRight(line, "\n"))
		}
		if proposed.Ungoverned == "nothing" {
			return failed("the demonstration's own statement gave nothing", "")
		}
		return ctx.Err()
	}
}

// agent is one short session over standard input and output with a server of the folder.
func (a *app) agent(ctx context.Context, dir, tool string, arguments json.RawMessage) (text string, structured json.RawMessage, err error) {
	call, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
	if err != nil {
		return "", nil, failed("the agent's arguments are no JSON", "")
	}
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"demo","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	var out bytes.Buffer
	inner := a.Process
	inner.In, inner.Out = strings.NewReader(hello+string(call)+"\n"), &out
	inner.Args = []string{"--quiet", "-C", dir, "serve"}
	if code := run(ctx, inner); code != exitClean {
		return "", nil, &failure{code: code}
	}
	for line := range bytes.Lines(out.Bytes()) {
		var reply struct {
			ID     int `json:"id"`
			Result struct {
				Content []struct {
					Text string `json:"text"`
				} `json:"content"`
				Structured json.RawMessage `json:"structuredContent"`
			} `json:"result"`
		}
		if json.Unmarshal(line, &reply) == nil && reply.ID == 2 && len(reply.Result.Content) > 0 {
			return reply.Result.Content[0].Text, reply.Result.Structured, nil
		}
	}
	return "", nil, failed("the agent got no reply", "")
}

// rampCoverage reads the audit of the showing.
func rampCoverage(ctx context.Context, a *app, dir string) error {
	return a.perform(ctx, []string{"coverage", filepath.Join(dir, "audit.jsonl")}, false)
}

// rampMove is what a person does with a proposal.
func rampMove(_ context.Context, a *app, dir string) error {
	from, to := filepath.Join(dir, "proposals", rampFile), filepath.Join(dir, "catalog", rampFile)
	a.out.Prompt([]string{"mv", from, to})
	if err := os.Rename(from, to); err != nil {
		return unreadable(from, err)
	}
	return nil
}
