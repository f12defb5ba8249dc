package bundle

// Moves says whether a reason of this code is about what a metric's meaning digest covers, and its prose digest.
func (c Code) Moves() (meaning, prose bool) {
	m := kindOf(c).moves
	return m == movesMeaning || m == movesBoth, m == movesProse || m == movesBoth
}

// Codes lists every code.
func Codes() []Code {
	var out []Code
	for _, k := range reasonKinds {
		out = append(out, k.code)
	}
	return out
}
