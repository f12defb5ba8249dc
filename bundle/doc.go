// Package bundle is the pinned form of a catalog: resolved definitions, their canonical bytes and their digests.
//
// A Bundle is immutable and safe for concurrent use. Its digest is computed by its constructor, over canonical bytes
// that do not depend on files, order or formatting. Each metric has a meaning digest, over everything that its number
// depends on and nothing else, and a prose digest. Reading is strict: bytes that are not exactly what New would write
// are refused. A Lock keeps the digests beside a catalog, and Diff says what changed from one bundle to another, for
// whom it breaks, and which version it demands. The package plans nothing and renders nothing.
package bundle
