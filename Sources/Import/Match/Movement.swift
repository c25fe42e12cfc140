import Exact

/// A fact or event during a derivation; facts that report the same event become one movement.
final class Movement {
  /// A fact as written, completed by other facts.
  private(set) var statement: Fact
  let origin: Origin
  /// The ids, in the order of their spaces.
  var ids: [RowID]
  var evidence: Evidence
  var fate: Fate = .counts
  /// Whether the fee is an estimate, which that of another report replaces.
  var isFeeEstimated = false
  /// Whether the counter may include a fee that is not stated.
  var paymentIncludesFee = false
  /// Whether the counter is money, which reports print with different numbers of decimals.
  var isPaidInCurrency = false
  /// Whether another export may state the counter in another currency.
  var currencyVaries = false

  /// The location of a movement's first fact.
  struct Origin {
    /// The position of the form by rank.
    let form: Int
    /// The position of the file.
    let file: Int
  }

  /// The facts, by position, that report a movement.
  struct Evidence {
    /// The event's own facts.
    var counting: [Int]
    /// Further facts that report it.
    var enriching: [Int] = []
    /// Orders whose sum includes it; they have their own state.
    var orders: [Int] = []
    /// The forms that report it.
    var forms: FormMask
    /// Further files of its form that report it, by position.
    var otherFiles: [Int] = []

    /// The first of the event's own facts.
    var first: Int { counting.min() ?? counting[0] }
    /// All facts whose state depends on the movement.
    var all: [Int] { counting + enriching }
  }

  /// Whether a movement counts.
  enum Fate: Equatable {
    case counts
    case waits(Question.Key)
    case skipped(Question.Key)
  }

  /// Makes the movement of one fact.
  ///
  /// - Parameters:
  ///   - index: The position of the fact.
  ///   - form: The position of its form by rank.
  ///   - file: The position of its file.
  ///   - isReversed: Whether the counter is the asset that is bought or sold.
  init(_ fact: Fact, index: Int, scope: Scope, form: Int, file: Int, isReversed: Bool) {
    (statement, ids, origin) = (fact, fact.idList, Origin(form: form, file: file))
    evidence = Evidence(counting: [index], forms: FormMask(form))
    if fact.scope != scope { statement.scope = scope }
    if isReversed, let counter = fact.counter {
      (statement.amount, statement.counter) = (counter, fact.amount)
    }
    if let fee = fact.fee, fee.value.isZero { statement.fee = nil }
    for (index, id) in ids.enumerated() where id.space.kind == .hash {
      ids[index] = RowID(space: id.space, value: canonicalHash(id.value))
    }
  }

  /// Makes a movement with the statement of another and separate evidence.
  init(
    like other: Movement, role: Role? = nil, amount: Amount, counter: Amount?, fee: Amount?,
    evidence: Evidence
  ) {
    (statement, origin, ids) = (other.statement, other.origin, other.ids)
    (self.evidence, isFeeEstimated) = (evidence, other.isFeeEstimated)
    (paymentIncludesFee, currencyVaries) = (other.paymentIncludesFee, other.currencyVaries)
    isPaidInCurrency = other.isPaidInCurrency
    statement.change {
      if let role { $0.role = role }
      ($0.amount, $0.counter, $0.fee) = (amount, counter, fee)
    }
  }

  var scope: Scope { statement.scope }
  var role: Role { statement.role }
  var instant: PrintedInstant {
    get { statement.instant }
    set { statement.instant = newValue }
  }
  var amount: Amount {
    get { statement.amount }
    set { statement.amount = newValue }
  }
  var counter: Amount? {
    get { statement.counter }
    set { statement.counter = newValue }
  }
  var fee: Amount? {
    get { statement.fee }
    set { statement.fee = newValue }
  }
  /// The market, whichever side is named first.
  var pair: AssetPair? {
    get { statement.pair?.unordered }
    set { if pair != newValue { statement.pair = newValue } }
  }
  var otherFees: [Amount] {
    get { statement.otherFees }
    set { if otherFees != newValue { statement.otherFees = newValue } }
  }
  var worth: StatedWorth? {
    get { statement.worth }
    set { if worth != newValue { statement.worth = newValue } }
  }
  /// The line of its first fact.
  var line: Int { statement.source.line }
  /// The position of that fact among the facts of the line.
  var part: Int { statement.source.part }
  /// The content of the line's cells.
  var cells: String { statement.source.cells }
  var balance: Quantity? { statement.balance }
  var group: String { statement.group }
  var lone: Role? { statement.lone }
  /// The time at which an order was placed.
  var start: Int64? {
    get { statement.orderStart }
    set { statement.orderStart = newValue }
  }
  var half: NearHalf? { statement.half }
  /// Whether it is a ledger row, which states its own other half.
  var isRecorded: Bool { statement.own?.hasID ?? false }

  /// Whether the movement is one side of a trade, or a separate fee.
  var isLeg: Bool { role == .fee || role.isTrade && counter == nil }

  /// Whether the movement is one of several rows of a trade.
  var isPart: Bool { isLeg || role.isTrade && !group.isEmpty }

  /// The asset and, for a trade, the market that a report must contain to report the movement.
  var subject: AssetPair { AssetPair(of: role, amount, counter, pair) }

  /// The id in a space.
  func id(in space: IDSpace) -> String? { ids.first { $0.space == space }?.value }

  /// The first id of a kind.
  func id(of kind: IDSpace.Kind) -> RowID? { ids.first { $0.space.kind == kind } }

  /// Adds the evidence of another report of the same event, without its statement.
  func attach(_ other: Movement) {
    evidence.enriching += other.evidence.all
    evidence.orders += other.evidence.orders
    evidence.forms.formUnion(other.evidence.forms)
  }
}

/// A hash without its prefix, in lower case.
private func canonicalHash(_ text: String) -> String {
  let lower = text.lowercased()
  return lower.hasPrefix("0x") ? String(lower.dropFirst(2)) : lower
}

/// Orders movements by content, so the order of files does not matter.
func precedes(_ left: Movement, _ right: Movement) -> Bool {
  if left.instant.at != right.instant.at { return left.instant.at < right.instant.at }
  if left.cells != right.cells { return left.cells < right.cells }
  if left.role != right.role { return left.role < right.role }
  if left.amount.asset != right.amount.asset { return left.amount.asset < right.amount.asset }
  if left.amount.value != right.amount.value { return left.amount.value < right.amount.value }
  return (left.origin.form, left.origin.file, left.line, left.part)
    < (right.origin.form, right.origin.file, right.line, right.part)
}
