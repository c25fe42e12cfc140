import Exact
public import FoundationEssentials

/// What became of a portfolio since a day: the value then, what was paid in and taken out, and what
/// the market made of it.
///
/// Coins without a price then, where they were held, or now, where they are, are left out of every
/// figure; ``leftOut`` names them. The value now is the value then + bought − sold + income + gain.
public struct PortfolioChange: Equatable, Sendable {
  /// The first day that counts; the value then is that of the end of the day before.
  public let since: UTCDay
  /// The value at the end of the day before.
  public let valueThen: Decimal
  /// Paid for purchases, fees included, those of rewards too; coins received for nothing cost
  /// nothing.
  public let bought: Decimal
  /// Received for sales, less fees.
  public let sold: Decimal
  /// Rewards at their value on receipt.
  public let income: Decimal
  /// The value now less the value then, less what was bought and received, plus what was sold.
  public let gain: Decimal
  /// The value now.
  public let valueNow: Decimal
  /// Coins that count.
  public let coinCount: Int
  /// Coins that were held or traded since and do not count, by id.
  public let leftOut: [String]
}

/// Collects what became of a portfolio from transactions that come one after the other.
public struct ChangeCollector {
  fileprivate struct CoinState {
    var balance: Quantity = 0
    var heldThen: Quantity = 0
    var bought: Cost = 0
    var sold: Cost = 0
    var income: Cost = 0
    var isKnown = true
    var isTraded = false
  }

  private let since: UTCDay
  private var coins: [String: CoinState] = [:]

  /// Begins.
  ///
  /// - Parameter since: The first day that counts.
  public init(since: UTCDay) { self.since = since }

  /// Adds the next transaction in ledger order, counted in the currency of the result.
  public mutating func add(_ transaction: Transaction) {
    var coin = coins[transaction.coinId] ?? CoinState()
    let amount = transaction.exactAmount
    if transaction.type == .sell {
      coin.balance -= amount
      if RunningBalance.isDust(coin.balance) { coin.balance = 0 }
    } else {
      coin.balance += amount
    }
    if UTCDay(transaction.date) < since {
      coin.heldThen = coin.balance
    } else {
      coin.isTraded = true
      coin.isKnown = coin.isKnown && transaction.isWorthKnown
      coin.count(transaction)
    }
    coins[transaction.coinId] = coin
  }

  /// Ends.
  ///
  /// - Parameters:
  ///   - priceThen: What a coin was worth at the end of the day before, `nil` where that is
  ///     unknown.
  ///   - holdings: What is held now.
  /// - Returns: The change.
  public func finished(
    priceThen: (String) -> Decimal?, holdings: [Holding]
  ) -> PortfolioChange {
    let held = Dictionary(holdings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var sums = CoinState()
    var (then, now, count, leftOut) = (Cost.zero, Cost.zero, 0, [String]())
    for (id, coin) in coins.sorted(by: { $0.key < $1.key }) {
      guard coin.isTraded || coin.heldThen > .zero || held[id] != nil else { continue }
      let valueThen =
        coin.heldThen > .zero ? priceThen(id).map { coin.heldThen * Price($0) } : .zero
      let valueNow = held[id].map(\.exact.value) ?? .zero
      guard let valueThen, let valueNow, coin.isKnown else {
        leftOut.append(id)
        continue
      }
      count += 1
      then += valueThen
      now += valueNow
      sums.bought += coin.bought
      sums.sold += coin.sold
      sums.income += coin.income
    }
    return PortfolioChange(
      since: since, valueThen: then.decimal, bought: sums.bought.decimal, sold: sums.sold.decimal,
      income: sums.income.decimal,
      gain: (now - then - sums.bought - sums.income + sums.sold).decimal, valueNow: now.decimal,
      coinCount: count, leftOut: leftOut)
  }
}

extension ChangeCollector.CoinState {
  fileprivate mutating func count(_ transaction: Transaction) {
    // A coin that replaces another goes on at its value: nothing was paid in or taken out.
    guard transaction.kind != .migrate else { return }
    let total = transaction.exactTotal
    if transaction.type == .sell {
      sold += total
    } else if transaction.kind == .reward {
      let worth = transaction.exactWorthOnReceipt
      income += worth
      bought += total - worth
    } else {
      bought += total
    }
  }
}
