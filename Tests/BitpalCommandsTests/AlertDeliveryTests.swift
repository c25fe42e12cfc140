import FoundationEssentials
import Glibc
import Testing

@testable import BitpalCommands

/// Commands that alerts run.
struct AlertDeliveryTests {
  @Test func `a program that is too slow is ended with what it started`() {
    let endless = "tail -f /dev/null & tail -f /dev/null"
    #expect(TimedProgram.run(["sh", "-c", endless], seconds: 0) == .tooSlow)
    #expect(
      TimedProgram.End.tooSlow.problem(with: "x", seconds: 10)
        == "x took longer than 10 s and was stopped.")
  }

  @Test func `what a program ends with is known`() {
    #expect(TimedProgram.run(["true"], seconds: 60) == .exited(0))
    #expect(TimedProgram.run(["sh", "-c", "exit 7"], seconds: 60) == .exited(7))
    #expect(TimedProgram.run(["/nowhere/bitpal-alert"], seconds: 60) == .notStarted(ENOENT))
    #expect(
      TimedProgram.run(["/nowhere/bitpal-alert"], seconds: 60)
        .problem(with: "/nowhere/bitpal-alert", seconds: 10)
        == "/nowhere/bitpal-alert cannot be run (No such file or directory): "
        + "the alert did not arrive.")
  }
}
