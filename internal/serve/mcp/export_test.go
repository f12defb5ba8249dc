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
