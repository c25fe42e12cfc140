import BitpalTesting
import Testing
import Import

/// Simulated histories: the derived events match the true ones, or a question is asked.
struct SimulatorTests {
  @Test(arguments: Damage.allCases)
  func `no life differs silently`(_ damage: Damage) {
    let counts = judge(Repetition.seeds(1...5_000, few: 30), damage)
    // Without damage few histories need an answer: one in twenty-five over many runs.
    if damage == .none { #expect(counts[.asked, default: 0] * 5 <= counts[.right, default: 0]) }
  }

  /// Of thousands of such lives, a few differ if reports are cut: if an order was placed before its
  /// fills' report begins, and some of its fills are later than the last order, nothing connects
  /// them.
  @Test(arguments: Damage.allCases)
  func `no life with orders without ends differs silently`(_ damage: Damage) {
    _ = judge(1...100, damage, at: [.mexc, .wallet])
  }

  /// Counts the verdicts on some lives; a silent difference is an issue.
  private func judge(
    _ seeds: ClosedRange<Int>, _ damage: Damage, at platforms: [Platform]? = nil
  ) -> [Verdict: Int] {
    var counts: [Verdict: Int] = [:]
    var questions = 0
    var (unpaired, strangers) = (0, 0)
    for seed in seeds {
      let life = SimulatedLife(seed: UInt64(seed), damage: damage, platforms: platforms)
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
    return counts
  }
}
