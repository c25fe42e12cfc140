import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// Finds the open questions of a ledger on the days where the last derivation left some.
struct OpenQuestions {
  let rules: DerivationRules
  let valueRules: ValueRules
  /// What rows are derived by.
  let version: String

  /// Finds them.
  ///
  /// - Parameters:
  ///   - titles: What coins are called.
  ///   - size: How many records a stretch has, as a rule.
  /// - Returns: The questions; `nil` where only all rows at once show them.
  /// - Throws: `LedgerStoreError`.
  func find(
    in ledger: LedgerContents, _ titles: CoinTitles, size: Int = 8_000
  ) throws -> [InboxQuestion]? {
    let kept = try ledger.keptDerivation(version: version)
    if kept?.isSettled == true { return [] }
    guard let walk = try StretchWalk(ledger, rules, version: version, size: size) else {
      return nil
    }
    var found = Found()
    var isOne = true
    let isWhole = try walk.forEach(
      in: ledger, on: kept?.openDays,
      deriving: { [rules, valueRules, reach = walk.reach] part, period in
        part.openQuestions(in: period, reach: reach, rules, valueRules)
      }
    ) { asked in
      if !found.add(asked) { isOne = false }
    }
    guard isWhole, isOne else { return nil }
    return try found.described(in: ledger, titles)
  }

  /// The open questions of the stretches so far.
  struct Found {
    private var questions: [Question.Key: Question] = [:]
    private var facts: [Fact.ID: Fact] = [:]

    /// Whether nothing is asked.
    var isEmpty: Bool { questions.isEmpty }

    /// The days of the rows that the questions are about.
    var days: Set<UTCDay> {
      let named = Set(questions.values.flatMap { $0.waiting + $0.candidates })
      return Set(named.compactMap { facts[$0].map { UTCDay($0.instant.date) } })
    }

    /// Merges the questions of another stretch.
    ///
    /// - Returns: `false` if two questions with one key differ in cause or choices.
    mutating func add(_ asked: AskedOfStretch) -> Bool {
      var isOne = true
      for fact in asked.facts { facts[fact.id] = fact }
      for question in asked.questions {
        guard let known = questions[question.key] else {
          questions[question.key] = question
          continue
        }
        guard let joined = known.joined(with: question) else {
          isOne = false
          continue
        }
        questions[question.key] = joined
      }
      return isOne
    }

    /// The questions, those about unreadable rows of the ledger among them.
    ///
    /// - Throws: `LedgerStoreError`.
    func described(in ledger: LedgerContents, _ titles: CoinTitles) throws -> [InboxQuestion] {
      let evidence = try LedgerEvidence(ledger, of: facts)
      let asked = Array(questions.values) + evidence.unreadableQuestions
      return evidence.described(asked.sorted { $0.key < $1.key }, titles)
    }
  }
}

/// The questions of a stretch of time, and the facts that they are about.
struct AskedOfStretch: Sendable {
  let questions: [Question]
  let facts: [Fact]
}

extension Question {
  /// The question about the rows of both; `nil` where they do not ask the same.
  fileprivate func joined(with later: Question) -> Question? {
    guard cause == later.cause, choices == later.choices else { return nil }
    func all(_ ids: [Fact.ID], _ others: [Fact.ID]) -> [Fact.ID] {
      Set(ids).union(others).sorted()
    }
    return Question(
      key: key, kind: kind, cause: cause, waiting: all(waiting, later.waiting),
      candidates: all(candidates, later.candidates), choices: choices)
  }

  /// The question as far as it is about rows of a stretch of time; `nil` where none is in it.
  ///
  /// - Parameters:
  ///   - instants: The instants of the rows, in microseconds since 1970.
  ///   - reach: How far rows are at most from those that they may belong to.
  func within(
    _ period: Range<Int64>, _ instants: [Fact.ID: Int64], reach: Int64
  ) -> Question? {
    let isHeld = !waiting.isEmpty
    let own = (isHeld ? waiting : candidates).filter { id in
      instants[id].map(period.contains) ?? false
    }
    guard !own.isEmpty else { return nil }
    let (low, high) = (
      period.lowerBound == .min ? .min : period.lowerBound - reach,
      period.upperBound == .max ? .max : period.upperBound + reach
    )
    let others = candidates.filter { id in instants[id].map { low <= $0 && $0 < high } ?? false }
    return Question(
      key: key, kind: kind, cause: cause, waiting: isHeld ? own : [],
      candidates: isHeld ? others : own, choices: choices)
  }
}
