package warehouse

// OpenError is why a source could not be opened, in our own words. Its kind is Unavailable.
type OpenError struct {
	// Problem is a sentence without a final stop that names the file or the host.
	Problem string
	// Remedy says what to do; empty when the problem already does.
	Remedy string
	// Err is the driver's error, for the log only; may be nil.
	Err error
}

// Error gives the problem and the remedy; never the driver's text.
func (e *OpenError) Error() string {
	if e.Remedy == "" {
		return e.Problem
	}
	return e.Problem + ": " + e.Remedy
}

// Unwrap gives the error its kind and leads to the driver's error.
func (e *OpenError) Unwrap() error { return &Error{Kind: Unavailable, Err: e.Err} }
