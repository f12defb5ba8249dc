package diag

// Rules of a catalog that a type cannot say: names, references, values (SUT040 to SUT099).
var ruleCodes = []Info{}
