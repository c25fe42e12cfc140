import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// Finds the open questions of a ledger on the days for which the last derivation left some.
struct OpenQuestions {
  let rules: DerivationRules
  let valueRules: ValueRules
  /// The version that derives rows.
  let version: String

  /// Finds the open questions.
  ///
  /// - Parameters:
  ///   - titles: The names of coins.
  ///   - size: The usual number of records in a stretch.
  /// - Returns: The questions; `nil` if only deriving all rows at once can find them.
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

    /// Whether no question is open.
    var isEmpty: Bool { questions.isEmpty }

    /// The days of the rows that the questions concern.
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

    /// The questions, including those about unreadable rows of the ledger.
    ///
    /// - Throws: `LedgerStoreError`.
    func described(in ledger: LedgerContents, _ titles: CoinTitles) throws -> [InboxQuestion] {
      let evidence = try LedgerEvidence(ledger, of: facts)
      let asked = Array(questions.values) + evidence.unreadableQuestions
      return evidence.described(asked.sorted { $0.key < $1.key }, titles)
    }
  }
}

/// The questions of a stretch of time, and the facts that they concern.
struct AskedOfStretch: Sendable {
  let questions: [Question]
  let facts: [Fact]
}

extension Question {
  /// The question about the rows of both; `nil` if they differ in cause or choices.
  fileprivate func joined(with later: Question) -> Question? {
    guard cause == later.cause, choices == later.choices else { return nil }
    func all(_ ids: [Fact.ID], _ others: [Fact.ID]) -> [Fact.ID] {
      Set(ids).union(others).sorted()
    }
    return Question(
      key: key, kind: kind, cause: cause, waiting: all(waiting, later.waiting),
      candidates: all(candidates, later.candidates), choices: choices)
  }

  /// The question limited to rows of a stretch of time; `nil` if none is in it.
  ///
  /// - Parameters:
  ///   - instants: The instants of the rows, in microseconds since 1970.
  ///   - reach: The greatest distance between rows that may belong together.
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
