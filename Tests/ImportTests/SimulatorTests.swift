import BitpalTesting
import Testing
import Import

/// Simulated histories: the derived events match the true ones, or a question is asked.
struct SimulatorTests {
  @Test(arguments: Damage.allCases)
  func `no life differs silently`(_ damage: Damage) {
    var counts: [Verdict: Int] = [:]
    var questions = 0
    var (unpaired, strangers) = (0, 0)
    for seed in Repetition.seeds(1...5_000, few: 30) {
      let life = SimulatedLife(seed: UInt64(seed), damage: damage)
      let derivation = life.derived()
      let differences = Verdict.differences(
        derivation, history: life.history, reports: life.reports)
      let verdict = Verdict(differences, derivation)
      if verdict == .silent {
        Issue.record("life \(seed), \(damage): \(differences.joined(separator: "; "))")
      }
      counts[verdict, default: 0] += 1
      questions += derivation.questions.count
      unpaired += Verdict.unpaired(derivation, life)
      strangers += Verdict.strangers(derivation, life)
    }
    if Repetition.isLong {
      let lives = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0) \($1)" }
      print(
        "simulated, \(damage): \(lives.joined(separator: ", ")); \(questions) questions,",
        "\(unpaired) transfers left open, \(strangers) with a stranger's coins")
    }
    // Without damage few histories need an answer: one in twenty-five over many runs.
    if damage == .none { #expect(counts[.asked, default: 0] * 5 <= counts[.right, default: 0]) }
  }
}
