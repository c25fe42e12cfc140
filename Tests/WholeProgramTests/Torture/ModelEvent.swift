/// One event as a user describes it, with the rules for its rows and moves, implemented
/// independently of the program.
///
/// Amounts and prices are whole, so that no arithmetic is shared.
struct ModelEvent: Equatable {
  /// The known value, in dollars.
  enum Worth: Equatable {
    /// Per coin; kept when the amount is edited.
    case each(Int)
    /// In total; kept when the amount is edited.
    case all(Int)
    /// The day's price, if known.
    case ofDay
  }

  /// The coins received in a swap or migration.
  struct Received: Equatable {
    var coin: String
    var amount: Int
  }

  /// The account and day of a transfer's arrival.
  struct Arrival: Equatable {
    var account: String
    var day: Int
  }

  /// A fee in dollars (no coin) or in coins.
  struct Fee: Equatable {
    var amount: Int
    var coin: String?
    /// The position of its own row among all rows that were created.
    var order: Int
  }

  /// The first letters of the id that the program printed.
  var id = ""
  var kind: String
  var coin: String
  var amount: Int
  var worth = Worth.ofDay
  var received: Received?
  var arrival: Arrival?
  var fee: Fee?
  var label: String?
  var account: String
  var day: Int
  /// Milliseconds into the day: outgoing coins leave after the day's purchases.
  var time = 0
  var order: Int

  /// The only coin with prices: the day of the month, in dollars.
  static let pricedCoin = "iota"

  static func price(of coin: String, on day: Int) -> Int { coin == pricedCoin ? day : 0 }

  var isMove: Bool { ["deposit", "withdrawal", "transfer"].contains(kind) }
  var isTwoSided: Bool { received != nil || arrival != nil }
  var isLeaving: Bool { !isMove && !["buy", "reward", "gift"].contains(kind) }
  /// Kinds valued at the day's price, unlike a gift, which has the giver's cost.
  var hasMoneyOfDay: Bool { !["gift", "lost"].contains(kind) }

  /// The amount paid, received or worth, without a fee.
  var total: Int {
    switch worth {
    case .each(let price): price * amount
    case .all(let total): total
    case .ofDay:
      ["gift", "lost", "migrate"].contains(kind) ? 0 : Self.price(of: coin, on: day) * amount
    }
  }

  /// The fee that a trade adds to the cost, or subtracts from the proceeds.
  var feeInDollars: Int {
    guard let fee, !isMove else { return 0 }
    return fee.coin.map { Self.price(of: $0, on: day) * fee.amount } ?? fee.amount
  }

  /// Whether a sale's proceeds exceed its fee.
  var isWorthItsFee: Bool {
    !["sell", "spend"].contains(kind) || total > feeInDollars || fee == nil
  }

  /// The coins that leave an account with a withdrawal or transfer, including the fee.
  var moving: Int { isMove && kind != "deposit" ? amount + (fee?.amount ?? 0) : 0 }

  // MARK: - Expected ledger contents

  var rows: [ModelRow] {
    let cost = kind == "buy" || kind == "reward" ? total + feeInDollars : total
    let main = ModelRow(
      coin: coin, isLeaving: isLeaving, kind: kind, amount: amount,
      total: ["sell", "spend"].contains(kind) ? total - feeInDollars : cost, label: label,
      account: account, day: day, time: time, order: order)
    return (isMove ? [] : [main]) + receivedRows + feeRows
  }

  private var receivedRows: [ModelRow] {
    guard let received else { return [] }
    return [
      ModelRow(
        coin: received.coin, isLeaving: false, kind: kind, amount: received.amount,
        total: total + feeInDollars, account: account, day: day, time: time, order: order + 1)
    ]
  }

  private var feeRows: [ModelRow] {
    guard let fee, let coin = fee.coin else { return [] }
    return [
      ModelRow(
        coin: coin, isLeaving: true, kind: "fee", amount: fee.amount,
        total: Self.price(of: coin, on: day) * fee.amount, label: isMove ? "transfer" : nil,
        account: account, day: day, time: time, order: fee.order)
    ]
  }

  var moves: [ModelMove] {
    guard isMove else { return [] }
    let isOpen = arrival == nil
    let first = ModelMove(
      coin: coin, amount: kind == "deposit" ? amount : -amount, account: account, day: day,
      isOpen: isOpen)
    guard let arrival else { return [first] }
    return [
      first,
      ModelMove(
        coin: coin, amount: amount, account: arrival.account, day: arrival.day, isOpen: false),
    ]
  }
}

/// A row of the ledger, as the model expects it.
struct ModelRow {
  var coin: String
  var isLeaving: Bool
  var kind: String
  var amount: Int
  var total: Int
  var label: String?
  var account: String
  var day: Int
  var time: Int
  var order: Int

  var change: Int { isLeaving ? -amount : amount }

  var text: String {
    let type = isLeaving ? "sell" : kind == "gift" ? "gift" : "buy"
    return "\(day) \(kind) \(type) \(amount) \(coin) \(total) \(account) \(label ?? "-")"
  }

  static func isBefore(_ one: ModelRow, _ other: ModelRow) -> Bool {
    (one.day, one.time, one.order) < (other.day, other.time, other.order)
  }
}

/// A move of the ledger, as the model expects it.
struct ModelMove {
  var coin: String
  var amount: Int
  var account: String
  var day: Int
  var isOpen: Bool

  var text: String { "\(day) \(amount) \(coin) \(account) \(isOpen ? "open" : "transfer")" }
}

/// Rules about all events together.
extension [ModelEvent] {
  /// The rows in ledger order.
  var rows: [ModelRow] { flatMap(\.rows).sorted(by: ModelRow.isBefore) }

  /// Whether no row makes a coin's total negative.
  var isCovered: Bool {
    var held: [String: Int] = [:]
    for row in rows {
      held[row.coin, default: 0] += row.change
      if held[row.coin, default: 0] < 0 { return false }
    }
    return true
  }

  /// The coins in all accounts at the end of a day.
  func owned(_ coin: String, until day: Int) -> Int {
    let rows = rows.filter { $0.coin == coin && $0.day <= day }.map(\.change)
    let moves = flatMap(\.moves).filter { $0.coin == coin && $0.day <= day }.map(\.amount)
    return (rows + moves).reduce(0, +)
  }

  /// Whether an event takes more coins than are available, and more than the event it replaces.
  func lacks(coinsOf event: ModelEvent, replacing old: ModelEvent? = nil) -> Bool {
    event.moving > old?.moving ?? 0
      && filter { $0 != old }.owned(event.coin, until: event.day) < event.moving
  }

  /// When a coin leaves on a day, in milliseconds: after the purchases of that day.
  ///
  /// - Parameter isMoved: Whether it is moved to that day, so that purchases there are newer.
  func leaving(_ coin: String, on day: Int, isMoved: Bool = false) -> Int {
    let purchases = rows.filter { !$0.isLeaving && $0.coin == coin && $0.day == day }
    guard let last = purchases.map(\.time).max(), isMoved || last > 0 else { return 0 }
    return last + 1
  }

  /// Balances by coin, or by account and coin, without zeros.
  func sums(_ name: (_ account: String, _ coin: String) -> String, withMoves: Bool) -> [String: Int]
  {
    var sums: [String: Int] = [:]
    for row in rows { sums[name(row.account, row.coin), default: 0] += row.change }
    for move in withMoves ? flatMap(\.moves) : [] {
      sums[name(move.account, move.coin), default: 0] += move.amount
    }
    return sums.filter { $0.value != 0 }
  }
}
