public import Exact
import Portfolio

/// A movement of one asset, or both sides of a trade, as one row of a source file reports it.
///
/// Amounts that arrive in the account are positive, those that leave negative.
public struct Fact: Sendable, Hashable {
  /// The location of the fact.
  public var source: FactSource {
    get { shared.values.source }
    set { change { $0.source = newValue } }
  }
  /// The account that it changes.
  public var scope: Scope {
    get { shared.values.scope }
    set { change { $0.scope = newValue } }
  }
  /// The kind of event.
  public var role: Role {
    get { shared.values.role }
    set { change { $0.role = newValue } }
  }
  /// The time, as precise as the cell.
  public var instant: PrintedInstant {
    get { shared.values.instant }
    set { change { $0.instant = newValue } }
  }
  /// The asset that moves and its amount.
  ///
  /// The amount of a withdrawal includes its fee unless the form's traits say otherwise.
  public var amount: Amount {
    get { shared.values.amount }
    set { change { $0.amount = newValue } }
  }
  /// The other side of a trade or convert; `nil` makes a trade or convert a leg of a ledger.
  public var counter: Amount? {
    get { shared.values.counter }
    set { change { $0.counter = newValue } }
  }
  /// The fee that the row states, positive, or negative for a rebate; the amount of a withdrawal
  /// includes a fee in its own coin.
  public var fee: Amount? {
    get { shared.values.fee }
    set { change { $0.fee = newValue } }
  }
  /// Further fees that the row states, in other assets.
  public var otherFees: [Amount] {
    get { details.otherFees }
    set { change { $0.details.otherFees = newValue } }
  }
  /// The market, if the row names it.
  public var pair: AssetPair? {
    get { details.pair }
    set { change { $0.details.pair = newValue } }
  }
  /// The ids of the row, by space.
  public var ids: [IDSpace: String] {
    get { Dictionary(idList.map { ($0.space, $0.value) }, uniquingKeysWith: { first, _ in first }) }
    set { change { $0.ids = Self.list(newValue) } }
  }
  /// The time at which an order was placed, in microseconds since 1970; `nil` for everything else.
  ///
  /// In any form, a row with this value is the sum of an order's fills.
  public var orderStart: Int64? {
    get { details.orderStart }
    set { change { $0.details.orderStart = newValue } }
  }
  /// The running balance of the asset after the row, if the row prints it.
  public var balance: Quantity? {
    get { shared.values.balance }
    set { change { $0.balance = newValue } }
  }
  /// The key shared by the rows of one trade, if the form writes a trade on several rows; empty for
  /// a whole row, and for legs that only their instant joins.
  public var group: String {
    get { shared.values.group }
    set { change { $0.group = newValue } }
  }
  /// The role of a leg whose group is not a trade; `nil` makes it half of a trade, which raises a
  /// question.
  ///
  /// ``Role/withdrawal`` makes a cost the fee of the withdrawal of its instant, if there is one.
  public var lone: Role? {
    get { shared.values.lone }
    set { change { $0.lone = newValue } }
  }
  /// Identifies the other half of a leg if it has another instant or id; `nil` if it has the same.
  public var half: NearHalf? {
    get { details.half }
    set { change { $0.details.half = newValue } }
  }
  /// The stated value of the movement, or `nil`.
  public var worth: StatedWorth? {
    get { details.worth }
    set { change { $0.details.worth = newValue } }
  }
  /// The ledger row, if one of bitpal's own files states it; it is booked unchanged.
  public var own: OwnRow? {
    get { details.own }
    set { change { $0.details.own = newValue } }
  }
  /// The reference under which version 1.0 imported the row, or would have.
  ///
  /// A ledger row imported by 1.0 matches the file's fact with the same reference, even if the two
  /// differ, because references identify rows.
  public var legacyReference: String? {
    get { details.legacyReference }
    set { change { $0.details.legacyReference = newValue } }
  }

  // Shared, because each fact is in the lists of its record, its file and each pass.
  private var shared: Shared

  private final class Shared: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// The content of a fact.
  struct Values: Hashable {
    var source: FactSource
    var scope: Scope
    var role: Role
    var lone: Role?
    var instant: PrintedInstant
    var amount: Amount
    var counter: Amount?
    var fee: Amount?
    var ids: [RowID]
    var balance: Quantity?
    var group: String
    var details: RareDetails
  }

  /// The content of the fact.
  var values: Values { shared.values }

  init(_ values: Values) { shared = Shared(values) }

  /// Changes several values at once.
  mutating func change(_ change: (inout Values) -> Void) {
    var values = shared.values
    change(&values)
    shared = Shared(values)
  }

  private var details: RareDetails { shared.values.details }

  /// The ids of the row, in the order of their spaces.
  var idList: [RowID] { shared.values.ids }

  private static func list(_ ids: [IDSpace: String]) -> [RowID] {
    var list = ids.map { RowID(space: $0, value: $1) }
    list.sort { $0.space < $1.space }
    return list
  }

  /// Makes a fact; values that a row does not state stay `nil`.
  public init(
    source: FactSource, scope: Scope, role: Role, instant: PrintedInstant, amount: Amount,
    counter: Amount? = nil, fee: Amount? = nil, otherFees: [Amount] = [], pair: AssetPair? = nil,
    ids: [IDSpace: String] = [:], orderStart: Int64? = nil, balance: Quantity? = nil,
    group: String = "", lone: Role? = nil, half: NearHalf? = nil, worth: StatedWorth? = nil,
    own: OwnRow? = nil, legacyReference: String? = nil
  ) {
    shared = Shared(
      Values(
        source: source, scope: scope, role: role, lone: lone, instant: instant, amount: amount,
        counter: counter, fee: fee, ids: Self.list(ids), balance: balance, group: group,
        details: RareDetails(
          otherFees: otherFees, pair: pair, orderStart: orderStart, half: half, worth: worth,
          own: own, legacyReference: legacyReference)))
  }

  /// Whether the content of both facts is equal.
  public static func == (left: Fact, right: Fact) -> Bool {
    left.shared === right.shared || left.shared.values == right.shared.values
  }

  /// Hashes the content of the fact.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.values) }

  /// The identity of the fact among all facts; files with the same bytes are the same file.
  public var id: ID { ID(file: source.file, line: source.line, part: source.part) }

  /// File, line and part of a fact.
  public struct ID: Sendable, Hashable, Comparable {
    /// The digest of the file.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The position among the facts of the line, counted from 0.
    public let part: Int

    /// Names a fact.
    public init(file: String, line: Int, part: Int = 0) {
      (self.file, self.line, self.part) = (file, line, part)
    }

    /// Hashes the position in the file, and enough of the digest to distinguish files.
    public func hash(into hasher: inout Hasher) {
      var file = self.file
      hasher.combine(line &* 16 &+ part)
      file.withUTF8 { text in
        let start = UnsafeBufferPointer(rebasing: text.prefix(8))
        hasher.combine(bytes: UnsafeRawBufferPointer(start))
      }
    }

    /// Orders by file, line and part.
    public static func < (left: ID, right: ID) -> Bool {
      (left.file, left.line, left.part) < (right.file, right.line, right.part)
    }
  }
}

/// The location of a fact.
public struct FactSource: Sendable, Hashable {
  /// The name of the form, a ``FormName``.
  public var form: String
  /// The digest of the file's bytes; never its name.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The position among the facts of the line, counted from 0.
  public var part: Int
  /// The content of the row's cells as a text or digest, regardless of formatting.
  ///
  /// Rows of one form with equal cells report the same event unless one file has both.
  public var cells: String

  /// Makes a source.
  public init(form: String, file: String, line: Int, part: Int = 0, cells: String) {
    (self.form, self.file, self.line, self.part) = (form, file, line, part)
    self.cells = cells
  }
}

/// Identifies the other half of a leg.
public struct NearHalf: Sendable, Hashable {
  /// The key shared by both halves.
  public var name: String
  /// The greatest distance between the halves, in microseconds.
  public var within: Int64

  /// Names the halves of a trade.
  public init(name: String, within: Int64) { (self.name, self.within) = (name, within) }
}

/// The stated value of a movement, before fees and without a sign.
public struct StatedWorth: Sendable, Hashable {
  /// US dollars.
  public var dollars: Cost?
  /// Another currency, or a coin.
  public var other: Amount? {
    get { otherBox?.value }
    set { otherBox = newValue.map(Boxed.value) }
  }
  /// US dollars for one coin, if the file states the price and its total is derived from it.
  public var price: Price?
  /// The value of the fee in a fiat currency.
  public var fee: Amount? {
    get { feeBox?.value }
    set { feeBox = newValue.map(Boxed.value) }
  }
  private var otherBox: Boxed<Amount>?
  private var feeBox: Boxed<Amount>?

  /// Makes a stated value.
  public init(
    dollars: Cost? = nil, other: Amount? = nil, price: Price? = nil, fee: Amount? = nil
  ) {
    (self.dollars, self.price) = (dollars, price)
    (self.other, self.fee) = (other, fee)
  }
}

/// The account, and its owner, that a fact changes.
public struct Scope: Sendable, Hashable, Comparable {
  /// The exchange or wallet, or the account that the user named.
  public var account: String
  /// The owner or sub-account as the file names it; empty if the file names none.
  public var owner: String

  /// Makes a scope.
  public init(account: String, owner: String = "") { (self.account, self.owner) = (account, owner) }

  /// Orders by account and owner.
  public static func < (left: Scope, right: Scope) -> Bool {
    (left.account, left.owner) < (right.account, right.owner)
  }
}

/// The kind of event that a fact reports.
public enum Role: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// A purchase or sale on a market.
  case trade
  /// A swap of one asset for another at a quoted price.
  case convert
  /// Coins received without payment: staking, interest, airdrops.
  case reward
  /// Coins that arrive from another account.
  case deposit
  /// Coins that leave for another account.
  case withdrawal
  /// A movement between accounts of one scope, which changes no holdings.
  case inside
  /// The gain or loss of a contract settled in coins.
  case settlement
  /// A fee on its own row, for a trade on other rows.
  case fee
  /// Coins received without payment that are not income: a present, a fork.
  case gift
  /// Coins given for goods or services, or given away.
  case payment
  /// Coins that left as a fee without a trade, or were lost.
  case cost
  /// Coins bought or sold whose other side spans several rows, so each counts at its own value.
  case exchange
  /// Coins of a withdrawal that was not carried out.
  case returned

  /// Orders as declared.
  public static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }

  /// Whether the role has two sides.
  var isTrade: Bool { self == .trade || self == .convert }
}

/// A market: the asset bought or sold, and the asset that pays for it.
public struct AssetPair: Sendable, Hashable {
  /// The asset that is bought or sold.
  public let base: String
  /// The asset that pays for it.
  public let quote: String

  /// Makes a pair.
  public init(base: String, quote: String) { (self.base, self.quote) = (base, quote) }

  /// The same market, whichever side is named first.
  var unordered: AssetPair {
    base <= quote ? self : AssetPair(base: quote, quote: base)
  }

  /// The asset and, for a trade, the market that a report must contain to report a movement.
  init(of role: Role, _ amount: Amount, _ counter: Amount?, _ pair: AssetPair?) {
    guard role.isTrade, pair != nil || counter != nil else {
      self.init(base: amount.asset, quote: "")
      return
    }
    self = (pair ?? AssetPair(base: amount.asset, quote: counter?.asset ?? "")).unordered
  }
}

extension Fact {
  /// The asset and, for a trade, the market that the fact's file names.
  var subject: AssetPair { AssetPair(of: role, amount, counter, pair) }
}

/// An id in its space.
struct RowID: Hashable {
  let space: IDSpace
  let value: String

  /// Whether it is the order whose rows a group joins.
  func isOrder(ofGroup group: String) -> Bool { space.kind == .order && value == group }
}

/// Where an id is unique and what it identifies.
public struct IDSpace: Sendable, Hashable, Comparable {
  /// What rows with an equal id in the space share.
  public enum Kind: UInt8, Sendable, Hashable {
    /// They are the same row.
    case row
    /// They are parts of the same trade.
    case trade
    /// They belong to the same order.
    case order
    /// They are the same blockchain transaction.
    case hash
  }

  /// The name; forms with the same numbering share it.
  public let name: String
  /// What the id identifies.
  public let kind: Kind

  /// Makes a space.
  public init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

  /// The space of transaction hashes of all blockchains.
  public static let hash = IDSpace("hash", .hash)

  /// Orders by kind and name.
  public static func < (left: IDSpace, right: IDSpace) -> Bool {
    (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
  }
}
