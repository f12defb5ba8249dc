package sources

import (
	"context"

	"sutura.dev/bundle"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse/duckdb"
)

// Import makes a DuckDB file of the Parquet and CSV files of a folder, with the types that a source's models declare.
func Import(ctx context.Context, b *bundle.Bundle, alias, folder, file string) error {
	return duckdb.Import(ctx, file, options(b, alias, settings.Source{Path: folder}))
}
