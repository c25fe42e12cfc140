import Exact

/// A fact or event while a derivation works on it; facts that report the same become one movement.
final class Movement {
  let scope: Scope
  let role: Role
  let origin: Origin
  var instant: PrintedInstant
  var amount: Amount
  var counter: Amount?
  var fee: Amount?
  var ids: [MovementID]
  let balance: Quantity?
  let group: String
  let lone: Role?
  private var details: RareDetails
  var evidence: Evidence
  var fate: Fate = .counts

  /// Where the fact that a movement begins with is written.
  struct Origin {
    /// The position of the form by rank.
    let form: Int
    /// The position of the file.
    let file: Int
    let line: Int
    let part: Int
    let cells: String
  }

  /// An id in its space; sorted by space.
  struct MovementID: Hashable {
    let space: IDSpace
    let value: String
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
    self.scope = scope
    role = fact.role
    origin = Origin(
      form: form, file: file, line: fact.source.line, part: fact.source.part,
      cells: fact.source.cells)
    instant = fact.instant
    amount = isReversed ? fact.counter ?? fact.amount : fact.amount
    counter = isReversed ? fact.amount : fact.counter
    fee = fact.fee.flatMap { $0.value.isZero ? nil : $0 }
    ids = fact.ids.sorted { $0.key < $1.key }.map { space, value in
      MovementID(space: space, value: space.kind == .hash ? canonicalHash(value) : value)
    }
    (group, lone, balance, details) = (fact.group, fact.lone, fact.balance, fact.details)
    evidence = Evidence(counting: [index], forms: FormMask(form))
    if let pair = details.pair { details.pair = pair.unordered }
  }

  /// Makes a movement with the statement of another and evidence of its own.
  init(
    like other: Movement, role: Role? = nil, amount: Amount, counter: Amount?, fee: Amount?,
    evidence: Evidence
  ) {
    (scope, origin, instant) = (other.scope, other.origin, other.instant)
    self.role = role ?? other.role
    (self.amount, self.counter, self.fee, self.evidence) = (amount, counter, fee, evidence)
    (ids, balance, details) = (other.ids, other.balance, other.details)
    (group, lone) = (other.group, other.lone)
  }

  /// When an order was placed.
  var start: Int64? { details.orderStart }
  var half: NearHalf? { details.half }
  /// Whether it is a row of a ledger, which says itself what it is half of.
  var isRecorded: Bool { details.own?.hasID ?? false }
  var pair: AssetPair? {
    get { details.pair }
    set { if details.pair != newValue { details.pair = newValue } }
  }
  var otherFees: [Amount] {
    get { details.otherFees }
    set { details.otherFees = newValue }
  }
  var worth: StatedWorth? {
    get { details.worth }
    set { if details.worth != newValue { details.worth = newValue } }
  }

  /// Whether the movement is one side of a trade, or a fee on its own.
  var isLeg: Bool { role == .fee || role.isTrade && counter == nil }

  /// Whether the movement is a row of a trade that is written on several.
  var isPart: Bool { isLeg || role.isTrade && !group.isEmpty }

  /// The asset and, of a trade, the market that a report must contain to report the movement.
  var subject: AssetPair { AssetPair(of: role, amount, counter, pair) }

  /// The id in a space.
  func id(in space: IDSpace) -> String? { ids.first { $0.space == space }?.value }

  /// The first id of a kind.
  func id(of kind: IDSpace.Kind) -> MovementID? { ids.first { $0.space.kind == kind } }

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
  let (mine, theirs) = (left.origin, right.origin)
  if mine.cells != theirs.cells { return mine.cells < theirs.cells }
  if left.role != right.role { return left.role < right.role }
  if left.amount.asset != right.amount.asset { return left.amount.asset < right.amount.asset }
  if left.amount.value != right.amount.value { return left.amount.value < right.amount.value }
  return (mine.form, mine.file, mine.line, mine.part)
    < (theirs.form, theirs.file, theirs.line, theirs.part)
}
