package http

import (
	web "net/http"
	"strings"

	"sutura.dev/internal/serve"
)

// rawStatus is the status of a statement that gave nothing.
func rawStatus(n *serve.NotRun) int {
	switch {
	case n.Denied():
		return web.StatusForbidden
	case n.Later():
		return web.StatusServiceUnavailable
	}
	return web.StatusUnprocessableEntity
}

// rawStatuses says by status why a statement gave nothing.
func rawStatuses() map[int]string {
	codes := map[int][]string{}
	for _, n := range serve.NotRuns() {
		codes[rawStatus(n)] = append(codes[rawStatus(n)], string(n.Why))
	}
	out := map[int]string{}
	for status, list := range codes {
		out[status] = "the statement gave nothing: " + strings.Join(list, ", ")
	}
	return out
}
