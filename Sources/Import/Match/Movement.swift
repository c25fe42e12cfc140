import Exact

/// A fact or event while a derivation works on it; facts that report the same become one movement.
final class Movement {
  /// What it says: a fact as it is written, with what other facts add to it.
  private(set) var statement: Fact
  let origin: Origin
  /// The ids, in the order of their spaces.
  var ids: [RowID]
  var evidence: Evidence
  var fate: Fate = .counts

  /// Where the fact that a movement begins with is written.
  struct Origin {
    /// The position of the form by rank.
    let form: Int
    /// The position of the file.
    let file: Int
  }

  /// The facts, by position, that report a movement.
  struct Evidence {
    /// Those that the event is made of.
    var counting: [Int]
    /// Those that report it as well.
    var enriching: [Int] = []
    /// Orders whose sum contains it; they have a state of their own.
    var orders: [Int] = []
    /// The forms that report it.
    var forms: FormMask
    /// The files of its form that report it as well, by position.
    var otherFiles: [Int] = []

    /// The first that the event is made of.
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

  /// Makes a movement with the statement of another and evidence of its own.
  init(
    like other: Movement, role: Role? = nil, amount: Amount, counter: Amount?, fee: Amount?,
    evidence: Evidence
  ) {
    (statement, origin, ids) = (other.statement, other.origin, other.ids)
    self.evidence = evidence
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
  /// The line of the fact that it begins with.
  var line: Int { statement.source.line }
  /// The position of that fact among those of the line.
  var part: Int { statement.source.part }
  /// What the cells of the line mean.
  var cells: String { statement.source.cells }
  var balance: Quantity? { statement.balance }
  var group: String { statement.group }
  var lone: Role? { statement.lone }
  /// When an order was placed.
  var start: Int64? { statement.orderStart }
  var half: NearHalf? { statement.half }
  /// Whether it is a row of a ledger, which says itself what it is half of.
  var isRecorded: Bool { statement.own?.hasID ?? false }

  /// Whether the movement is one side of a trade, or a fee on its own.
  var isLeg: Bool { role == .fee || role.isTrade && counter == nil }

  /// Whether the movement is a row of a trade that is written on several.
  var isPart: Bool { isLeg || role.isTrade && !group.isEmpty }

  /// The asset and, of a trade, the market that a report must contain to report the movement.
  var subject: AssetPair { AssetPair(of: role, amount, counter, pair) }

  /// The id in a space.
  func id(in space: IDSpace) -> String? { ids.first { $0.space == space }?.value }

  /// The first id of a kind.
  func id(of kind: IDSpace.Kind) -> RowID? { ids.first { $0.space.kind == kind } }

  /// Adds the evidence of a movement that reports the same, without its statement.
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

/// Orders movements by what they say, so that the order of files never matters.
func precedes(_ left: Movement, _ right: Movement) -> Bool {
  if left.instant.at != right.instant.at { return left.instant.at < right.instant.at }
  if left.cells != right.cells { return left.cells < right.cells }
  if left.role != right.role { return left.role < right.role }
  if left.amount.asset != right.amount.asset { return left.amount.asset < right.amount.asset }
  if left.amount.value != right.amount.value { return left.amount.value < right.amount.value }
  return (left.origin.form, left.origin.file, left.line, left.part)
    < (right.origin.form, right.origin.file, right.line, right.part)
}
