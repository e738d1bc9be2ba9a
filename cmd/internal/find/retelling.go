package find

import (
	"fmt"

	"vouch/finder"
	"vouch/semantics"
)

// This file defines how much is run again to tell about bugs. No time limit holds then, so steps are counted.

// retelling is what was run again, for all bugs of a file together.
type retelling struct {
	allowed map[retold]bool // what was asked
	spent   uint64
}

// retold is a bug whose run is repeated to tell about it.
type retold struct {
	bug semantics.Fault
	by  uint64
}

// What a step costs.
const (
	byFacts   = 1
	byFlow    = 8       // the certificate is checked again, and each step kept
	maxRetold = 1 << 23 // takes one or two seconds
)

// allows reports whether the run of a bug may be repeated. Who asks first comes first, and the answer stays.
func (r *retelling) allows(f finder.Finding, by uint64) bool {
	key := retold{f.Fault, by}
	may, asked := r.allowed[key]
	if !asked {
		if may = f.Bug.Trace.Steps <= (maxRetold-r.spent)/by; may {
			r.spent += f.Bug.Trace.Steps * by
		}
		if r.allowed == nil {
			r.allowed = map[retold]bool{}
		}
		r.allowed[key] = may
	}
	return may
}

// tooLong says why there are no facts about a bug.
func tooLong(f finder.Finding) string {
	return fmt.Sprintf("its run of %d steps was not repeated to tell more: see vouch explain", f.Bug.Trace.Steps)
}
