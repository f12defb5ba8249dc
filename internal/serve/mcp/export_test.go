package mcp

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
)

// ToolsOf is for tests of what is sent, in the order in which it is sent.
func ToolsOf(granted []serve.Capability) []*sdk.Tool { return toolsOf(granted) }

// Cell is for tests of what a table's cell shows.
func Cell(v any) string { return cell(v) }

// Members splits an object; false where a name stands twice.
func Members(data []byte) (names []string, values [][]byte, once bool) {
	parts, wrong := members(data)
	for _, p := range parts {
		names, values = append(names, p.name), append(values, p.value)
	}
	return names, values, wrong == nil
}

// Recovering is for a test of what a panic comes to that is none of the service's.
func (s *Surface) Recovering(next sdk.MethodHandler) sdk.MethodHandler { return s.recovering(next) }
