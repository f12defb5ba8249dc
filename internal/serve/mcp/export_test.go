package mcp

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
)

// ToolsOf is for tests of what is sent, in the order in which it is sent.
func ToolsOf(granted []serve.Capability) []*sdk.Tool { return toolsOf(granted) }

// Cell is for tests of what a table's cell shows.
func Cell(v any) string { return cell(v) }
