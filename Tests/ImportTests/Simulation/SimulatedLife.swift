@testable import Import

/// One life with damaged reports.
struct SimulatedLife {
  let history: TrueHistory
  let reports: [Report]

  init(seed: UInt64, damage: Damage) {
    history = TrueHistory(chance: SeededGenerator(seed: seed))
    var writer = ReportWriter(history, chance: SeededGenerator(seed: seed &+ 1_000_003))
    let whole = writer.reports()
    var chance = SeededGenerator(seed: seed &+ 2_000_003)
    reports = damage.apply(to: whole, writer: writer, chance: &chance)
  }

  /// The digest of a file; its order says nothing about the order of reports.
  static func file(_ number: Int) -> String {
    var chance = SeededGenerator(seed: UInt64(number) &* 77)
    return String(chance.next(), radix: 16)
  }

  /// All facts of all files.
  var facts: [Fact] {
    reports.enumerated().flatMap { $1.facts(file: Self.file($0)) }
  }

  /// What the reports say happened.
  func derived(answers: [Question.Key: Choice] = [:]) -> Derivation {
    derive(facts, rules: SimulatedForm.rules, answers: answers)
  }
}
