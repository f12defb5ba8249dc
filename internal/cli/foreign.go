package cli

import "slices"

// What those who ask elsewhere type: flags of other tools, and what says the same here.

// ownFlag is our flag for another tool's.
var ownFlag = map[string]string{
	"filter": "--where", "filters": "--where", "dimension": "--by", "dimensions": "--by", "group": "--by", "group-by": "--by", "groupby": "--by",
	"start": "--range", "end": "--range", "from": "--range", "to": "--range", "start-time": "--range", "end-time": "--range", "since": "--range",
	"until": "--range", "date": "--range", "period": "--range", "time": "--range", "granularity": "--grain", "time-grain": "--grain", "interval": "--grain",
	"sort": "--order", "order-by": "--order", "limit": "--top", "output-format": "--format", "csv": "--format", "json": "--format",
	"vs": "--compare", "previous": "--compare", "total": "--totals", "chart": "--plot", "graph": "--plot",
}

// foreignFlag is a hint for a flag that another tool has, empty for others.
func foreignFlag(name string, flags []string) string {
	own := ownFlag[name]
	switch {
	case slices.Contains(flags, own):
		return "It is called " + own + " here."
	case (name == "metric" || name == "metrics") && slices.Contains(flags, "--by"):
		return "Metrics are named without a flag: sutura ask revenue orders --range 2026."
	case (name == "sql" || name == "explain" || name == "dialect" || name == "dry-run" || name == "plan") && slices.Contains(flags, "--plot"):
		return "`sutura compile` shows the statement of a question, and does not run it."
	}
	return ""
}
