package elaborate
import ("testing";"os";"context";"io";"vouch/checker")
func TestProf(t *testing.T){ data,_:=os.ReadFile(os.Getenv("CERT")); _,err:=Write(context.Background(), io.Discard, data, checker.Options{Limits: checker.DefaultLimits}); t.Log(err) }
