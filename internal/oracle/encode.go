package oracle

import (
	"fmt"
	"math/big"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

const (
	dateLayout = "2006-01-02"
	timeLayout = "2006-01-02T15:04:05.999999"
	// safe is the largest integer that leaves as a number (3.4).
	safe = 1<<53 - 1
)

// encode writes a value as an answer holds it (3.4): decimals padded to their scale and integers beyond 53 bits as text,
// times in their ISO spelling. A Double stays one, with what it may be off.
func encode(v value, t expr.Type) any {
	switch v := v.(type) {
	case *big.Rat:
		if t.Kind == expr.Decimal {
			return decimal(v, t.Scale)
		}
		if n := v.Num(); n.IsInt64() && n.Int64() <= safe && n.Int64() >= -safe {
			return n.Int64()
		}
		return v.Num().String()
	case float64:
		return Double{Value: finite(v)}
	case calendar.Date:
		return v.String()
	case calendar.Local:
		return goTime(v.Date).Add(v.Time).Format(timeLayout)
	case time.Time:
		return v.UTC().Format(timeLayout) + "Z"
	}
	return v
}

// decimal pads, and never writes -0.
func decimal(v *big.Rat, scale int) string {
	if scale == 0 {
		return v.Num().String()
	}
	n := scaled(v, scale)
	digits := fmt.Sprintf("%0*s", scale+1, new(big.Int).Abs(n).String())
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}
