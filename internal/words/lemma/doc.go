// Package lemma says which words are forms of one word, in English, German and Czech.
//
// A Stemmer reduces a folded word to what its forms share, by one small table of endings for each language: two words are
// forms of one where their stems are the same. A stem is no word, and is only compared. Short words have no stem but
// themselves. The tables know regular endings of nouns and adjectives; they know no meanings and no exceptions.
package lemma
