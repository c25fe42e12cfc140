public import FoundationEssentials
public import Import
public import LedgerStore
import Portfolio

/// A file that was read into records, on its way into the ledger.
public struct ReadFile: Sendable {
  /// What it is called.
  public var name: String
  /// The kind of file; the key of its traits.
  public var form: String
  /// What it was read with besides.
  public var options: String
  /// The account that the user named, or `nil`.
  public var account: String?
  /// Its bytes.
  public var bytes: [UInt8]
  /// One record for every row; its facts name ``LedgerStore/NewFile/digestText`` as their file.
  public var records: [Record]

  /// Makes a file.
  public init(
    name: String, form: String, options: String = "", account: String? = nil, bytes: [UInt8],
    records: [Record]
  ) {
    (self.name, self.form, self.options, self.account) = (name, form, options, account)
    (self.bytes, self.records) = (bytes, records)
  }
}

/// What a person does to the evidence of a ledger.
public enum EvidenceChange: Sendable {
  /// Adds files; one that the ledger has already changes nothing.
  case add([ReadFile])
  /// Removes files with their records, by their numbers.
  case remove([Int])
  /// Answers questions.
  case answer([Question.Key: Choice])
  /// Revokes answers.
  case revoke([Question.Key])
}

/// What a change of the evidence comes to.
public struct EvidenceOutcome: Sendable {
  /// How the rows of the ledger change.
  public let difference: BookDifference
  /// The questions that are open afterwards.
  public let questions: [Question]
  /// The answers that are used.
  public let answered: [Question.Key: Choice]
  /// The place of the change in the journal; `nil` where nothing changes.
  public let change: Int?
}

/// Adds files and answers to a ledger and books what follows from all of them.
///
/// The rows of the ledger are a function of its records, answers and overrides: every change of
/// these derives them anew, and the difference is written with it as one change of the journal. A
/// preview is the same on a rehearsal of the ledger.
public struct ImportService: Sendable {
  private let ledger: SQLiteLedger
  private let rules: DerivationRules
  private let valueRules: ValueRules
  private let clock: @Sendable () -> Date

  /// Makes a service.
  public init(
    ledger: SQLiteLedger, rules: DerivationRules, valueRules: ValueRules,
    clock: @escaping @Sendable () -> Date
  ) {
    (self.ledger, self.rules, self.valueRules, self.clock) = (ledger, rules, valueRules, clock)
  }

  /// What a change would come to; nothing is written.
  ///
  /// - Throws: As ``apply(_:label:expecting:)``.
  public func preview(_ change: EvidenceChange) throws -> EvidenceOutcome {
    try apply(change, label: "", expecting: [], to: ledger.rehearsal)
  }

  /// Writes a change and the rows that follow from it, all or nothing.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - label: What the journal calls it, such as `import trades.csv`.
  ///   - expected: What the caller has seen of the ledger.
  /// - Throws: `LedgerStoreError`, and `PortfolioError` where a row that a person typed needs coins
  ///   that would go.
  public func apply(
    _ change: EvidenceChange, label: String, expecting expected: [Expectation] = []
  ) throws -> EvidenceOutcome {
    try apply(change, label: label, expecting: expected, to: ledger)
  }

  private func apply(
    _ change: EvidenceChange, label: String, expecting expected: [Expectation],
    to ledger: SQLiteLedger
  ) throws -> EvidenceOutcome {
    var derived: (DerivedLedger, BookDifference)?
    let place = try ledger.add(label: label, expecting: expected, clock: clock) { contents in
      var evidence = try LedgerEvidence(contents)
      evidence.apply(change)
      let result = evidence.derived(rules, valueRules)
      derived = (result.ledger, result.difference)
      return result.batch
    }
    guard let (result, difference) = derived else {
      return EvidenceOutcome(
        difference: BookDifference(), questions: [], answered: [:], change: nil)
    }
    return EvidenceOutcome(
      difference: difference, questions: result.questions,
      answered: result.derivation.answered.merging(result.booked.answered) { $1 }, change: place)
  }

  /// Derives the rows of the ledger as it is.
  ///
  /// - Returns: The questions that are open, and how the rows would change: not at all in a sound
  ///   ledger.
  /// - Throws: `LedgerStoreError`.
  public func current() throws -> EvidenceOutcome { try preview(.answer([:])) }
}
