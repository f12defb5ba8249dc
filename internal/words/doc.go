// Package words finds what people's words may mean in a bundle, as one set of callers sees it.
//
// New reads a view once: names, titles, synonyms, descriptions, labels, values, glossary and phrases recorded as not
// defined, in every language of the catalog, folded (Fold) into one index that every search shares. What the view may not
// see is not read, so nothing here can name it, count it or rank by it. Search is a pure function of the index and the
// query: the same words give the same hits in the same order, and a hit is a suggestion that executes nothing.
//
// It does not choose a meaning, ask a question or answer one.
package words
