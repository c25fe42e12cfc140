import Import

/// A simulated history with damaged reports.
struct SimulatedLife {
  let history: TrueHistory
  let reports: [Report]

  init(seed: UInt64, damage: Damage, platforms: [Platform]? = nil) {
    history = TrueHistory(chance: SeededGenerator(seed: seed), platforms: platforms)
    var writer = ReportWriter(history, chance: SeededGenerator(seed: seed &+ 1_000_003))
    let whole = writer.reports()
    var chance = SeededGenerator(seed: seed &+ 2_000_003)
    reports = damage.apply(to: whole, writer: writer, chance: &chance)
  }

  /// The digest of a file; digests do not sort like the reports.
  static func file(_ number: Int) -> String {
    var chance = SeededGenerator(seed: UInt64(number) &* 77)
    return String(chance.next(), radix: 16)
  }

  /// All facts of all files.
  var facts: [Fact] {
    reports.enumerated().flatMap { $1.facts(file: Self.file($0)) }
  }

  /// Derives the facts of the reports.
  func derived(answers: [Question.Key: Choice] = [:]) -> Derivation {
    derive(facts, rules: SimulatedForm.rules, answers: answers)
  }

  /// Whether any report prints times other than the true ones.
  var hasLateReports: Bool { reports.contains { !$0.form.delays.isEmpty } }

  /// The same facts with each file cut into up to three pieces, without splitting a second.
  func factsInPieces(seed: UInt64) -> [Fact] {
    var chance = SeededGenerator(seed: seed)
    var pieces: [Report] = []
    for report in reports {
      var rows: [Report.Row] = []
      for row in report.rows {
        let isNext = rows.last.map { $0.fact.instant.at < row.fact.instant.at } ?? false
        if isNext, chance.chance(15) {
          pieces.append(Report(form: report.form, owner: report.owner, rows: rows))
          rows = []
        }
        rows.append(row)
      }
      pieces.append(Report(form: report.form, owner: report.owner, rows: rows))
    }
    return pieces.enumerated().flatMap { $1.facts(file: Self.file($0 + 100)) }
  }
}
