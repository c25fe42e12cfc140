import Exact
import FoundationEssentials
import Portfolio

/// Makes the terms of one event: the input a person would type to record it.
struct TermsMaker {
  enum Result {
    case terms([EventTerms])
    case money
    /// The value of the coin is unknown.
    case noWorth(String)
    /// Fees in two currencies; the ledger stores only one.
    case twoFees
  }

  private let event: Event
  private let fees: [Amount]
  private let meanings: [String: AssetMeaning]
  private let valuer: Valuer
  private let date: Date
  /// The asset that moves; for a trade, the coin.
  private let own: Amount
  /// The other side of a trade.
  private let other: Amount?

  private var evidence: Evidence { valuer.rules.evidence }
  private var day: UTCDay { UTCDay(date) }
  private var isLeaving: Bool { own.value.isNegative }

  /// - Parameter fees: Fees in further assets.
  init(_ event: Event, fees: [Amount], meanings: [String: AssetMeaning], valuer: Valuer) {
    (self.event, self.fees, self.meanings, self.valuer) = (event, fees, meanings, valuer)
    date = event.instant.date
    let isCashFirst = meanings[event.amount.asset]?.coinId == nil
    if event.role.isTrade, let counter = event.counter, isCashFirst {
      (own, other) = (counter, event.amount)
    } else {
      (own, other) = (event.amount, event.counter)
    }
  }

  func terms() -> Result {
    guard allFees.count(where: isCash) < 2 else { return .twoFees }
    let result: Result =
      switch event.role {
      case .trade, .convert: trade()
      case .exchange: half()
      case .reward: reward(nil)
      case .settlement: isLeaving ? valued(.spend) : reward(.other)
      case .payment: isLeaving ? valued(.spend) : reward(.other)
      case .gift: present()
      case .deposit, .withdrawal, .returned: move()
      case .fee, .cost: departure()
      case .inside: .money
      }
    guard case .terms(let terms) = result else { return result }
    return .terms(terms + otherFees)
  }

  /// The terms at a price that a person stated for one coin; without a price, of unknown value.
  func terms(at price: Price?) -> [EventTerms] {
    let kind: TransactionKind =
      switch event.role {
      case .reward: .reward
      case .settlement, .payment: isLeaving ? .spend : .reward
      default: isLeaving ? .sell : .buy
      }
    guard var terms = isSwap ? swapped : unvalued(kind) else { return [] }
    if kind == .reward, event.role != .reward { terms.label = .other }
    if let price {
      (terms.price, terms.total, terms.currency) = (price.figure, nil, nil)
    } else {
      terms.setValuation(Valuation(kind: .unknown))
      if event.role.isTrade, let other, case .money(let code)? = meanings[other.asset],
        paid(other) > .zero
      {
        (terms.total, terms.currency) = (paid(other).figure, code)
      }
    }
    return [terms] + otherFees
  }

  /// The amount paid or received for the coin, adjusted for a fee rebate.
  private func paid(_ other: Amount) -> Quantity {
    let back = rebate(in: other.asset)
    return isLeaving ? other.value.magnitude + back : other.value.magnitude - back
  }

  /// The terms without a value; `nil` for cash.
  private func unvalued(_ kind: TransactionKind) -> EventTerms? {
    guard let coinId = meanings[own.asset]?.coinId else { return nil }
    var terms = EventTerms()
    terms.kind = kind
    (terms.date, terms.account) = (date, valuer.rules.account(event.scope))
    (terms.coinId, terms.amount) = (coinId, own.value.magnitude.withinExactDigits)
    terms.fee = fee
    if let stated = valuer.worths.fee(of: event), let worth = worth(ofFee: stated) {
      terms.setFeeValuation(worth)
    }
    return terms
  }

  /// US dollars for one coin of a fee whose value the file states; `nil` for a fee in money.
  private func worth(ofFee stated: StatedMoney) -> Valuation? {
    guard let fee = event.fee, allFees.first == fee, !isCash(fee), fee.asset != own.asset,
      let rate = rate(of: stated)
    else { return nil }
    let dollars = stated.value * rate
    return Valuation(
      kind: .file, rate: dollars.perCoin(of: fee.value).figure, source: nil, day: day)
  }

  /// US dollars for one unit of money that a file states.
  private func rate(of stated: StatedMoney) -> ExactDecimal? {
    if let id = stated.stablecoin { return stablecoin(id).rate }
    return stated.code == usDollarCode ? 1 : evidence.rate(of: stated.code, on: day)?.rate
  }

  /// The fee in terms; one in a stablecoin other than the payment's is in dollars.
  private var fee: TransactionFee? {
    guard let fee = allFees.first, let meaning = meanings[fee.asset] else { return nil }
    let isPayments = fee.asset == other?.asset
    let currency =
      if case .dollars = meaning, !isPayments { usDollarCode } else { meaning.currency }
    return TransactionFee(amount: fee.value.figure, currency: currency)
  }

  /// The fees, one for each asset, money first; further ones are sold coin by coin.
  private var allFees: [Amount] {
    var sums: [Amount] = []
    for fee in [event.fee].compactMap(\.self) + fees where fee.value > .zero {
      if let index = sums.firstIndex(where: { $0.asset == fee.asset }) {
        sums[index].value = sums[index].value + fee.value
      } else {
        sums.append(fee)
      }
    }
    return sums.filter(isCash) + sums.filter { !isCash($0) }
  }

  private func isCash(_ amount: Amount) -> Bool { meanings[amount.asset]?.coinId == nil }

  /// The rebate of a fee in an asset.
  private func rebate(in asset: String) -> Quantity {
    guard let fee = event.fee, fee.asset == asset, fee.value.isNegative else { return .zero }
    return fee.value.magnitude
  }

  /// Terms for each fee in a further coin.
  private var otherFees: [EventTerms] {
    allFees.dropFirst().compactMap { fee in
      guard let coinId = meanings[fee.asset]?.coinId else { return nil }
      var terms = EventTerms()
      (terms.kind, terms.coinId, terms.amount) = (.fee, coinId, fee.value.withinExactDigits)
      (terms.date, terms.account) = (date, valuer.rules.account(event.scope))
      return terms
    }
  }
}

// MARK: - Trades

extension TermsMaker {
  private var isSwap: Bool {
    event.role.isTrade
      && [own, other].allSatisfy { side in
        side.flatMap { meanings[$0.asset]?.coinId } != nil
      }
  }

  private func trade() -> Result {
    guard let other, let cash = meanings[other.asset] else { return half() }
    if isSwap { return swap() }
    guard var terms = unvalued(isLeaving ? .sell : .buy) else { return .money }
    let paid = paid(other)
    (terms.total, terms.currency) = (paid.figure, cash.currency)
    if cash == .money(usDollarCode) {
      if let price = valuer.worths.price(of: event), rebate(in: other.asset).isZero {
        (terms.price, terms.total) = (price.figure, nil)
      }
      return .terms([terms])
    }
    guard let valuation = valuation(of: cash, paid: paid, terms) else {
      return .noWorth(terms.coinId ?? "")
    }
    if valuation.kind != .rate { terms.setValuation(valuation) }
    return .terms([terms])
  }

  /// US dollars for one unit of what was paid or received.
  private func valuation(of cash: AssetMeaning, paid: Quantity, _ terms: EventTerms) -> Valuation? {
    guard paid > .zero else { return nil }
    if let dollars = valuer.worths.dollars(of: event) {
      return Valuation(kind: .file, rate: dollars.perCoin(of: paid).figure, source: nil, day: day)
    }
    switch cash {
    case .dollars(_, let coinId): return stablecoin(coinId)
    case .money(let code):
      if let rate = evidence.rate(of: code, on: day) { return rate }
    case .coin: return nil
    }
    guard let coinId = terms.coinId, let amount = terms.amount,
      let found = evidence.price(of: coinId, on: day), let price = found.rate
    else { return nil }
    let rate = (amount * Price(price)).perCoin(of: paid).figure
    return Valuation(kind: .dailyPrice, rate: rate, source: found.source, day: found.day)
  }

  /// One dollar, unless the coin's known price of that day differs by more than 1 %.
  private func stablecoin(_ coinId: String) -> Valuation {
    if let found = evidence.price(of: coinId, on: day), let price = found.rate,
      (Price(price) - 1).magnitude * 100 > 1
    {
      return found
    }
    return Valuation(kind: .stablecoin, rate: 1, source: "--stable", day: day)
  }

  /// Books one side of a trade without a known other side, at the stated or daily value.
  private func half() -> Result {
    guard var terms = unvalued(isLeaving ? .sell : .buy) else { return .money }
    if let stated = valuer.worths.worth(of: event), isPlausible(stated, terms) {
      set(stated, in: &terms)
      return .terms([terms])
    }
    guard let coinId = terms.coinId, let found = evidence.price(of: coinId, on: day) else {
      return .noWorth(terms.coinId ?? "")
    }
    terms.price = found.rate
    terms.setValuation(found)
    return .terms([terms])
  }

  /// Both sides of a trade of one coin for another.
  private var swapped: EventTerms? {
    guard let other, let otherId = meanings[other.asset]?.coinId, var terms = unvalued(.swap),
      let ownId = terms.coinId
    else { return nil }
    let (going, coming) = isLeaving ? (own, other) : (other, own)
    let left = going.value.magnitude - rebate(in: going.asset)
    let arrived = coming.value.magnitude + rebate(in: coming.asset)
    (terms.coinId, terms.amount) = (isLeaving ? ownId : otherId, left.withinExactDigits)
    terms.other = .init(coinId: isLeaving ? otherId : ownId, amount: arrived.withinExactDigits)
    return terms
  }

  private func swap() -> Result {
    guard var terms = swapped, let coinId = terms.coinId, let other = terms.other else {
      return .money
    }
    if let stated = valuer.worths.worth(of: event), isPlausible(stated, terms) {
      set(stated, in: &terms)
      return .terms([terms])
    }
    let isPriced = [coinId, other.coinId].contains { evidence.price(of: $0, on: day) != nil }
    return isPriced ? .terms([terms]) : .noWorth(coinId)
  }

  /// Whether a stated value is close to a side's value on that day.
  private func isPlausible(_ stated: StatedMoney, _ terms: EventTerms) -> Bool {
    guard let rate = rate(of: stated), let coinId = terms.coinId, let amount = terms.amount else {
      return false
    }
    let dollars = stated.value * rate
    var sides = [(coinId, amount)]
    if let other = terms.other { sides.append((other.coinId, other.amount)) }
    return sides.allSatisfy { coinId, amount in
      guard let price = evidence.price(of: coinId, on: day)?.rate else { return true }
      let known = amount * Price(price)
      return dollars * 2 >= known && dollars <= known * 2
    }
  }

  private func set(_ stated: StatedMoney, in terms: inout EventTerms) {
    (terms.total, terms.currency) = (stated.value.figure, stated.code)
    if let id = stated.stablecoin { return terms.setValuation(stablecoin(id)) }
    guard stated.code == usDollarCode else { return }
    terms.setValuation(Valuation(kind: .file, rate: 1, source: nil, day: day))
  }
}

// MARK: - Coins alone

extension TermsMaker {
  private func reward(_ label: TransactionLabel?) -> Result {
    if case .dollars(let ticker, let coinId)? = meanings[own.asset] {
      return interest(ticker, coinId, label)
    }
    return valued(.reward, label)
  }

  /// Books interest in a stablecoin that counts as dollars as income: the coins are received and
  /// sold at once.
  private func interest(
    _ ticker: String, _ coinId: String, _ label: TransactionLabel?
  ) -> Result {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.label) = (.reward, coinId, label)
    (terms.date, terms.account) = (date, valuer.rules.account(event.scope))
    let coins = own.value.magnitude.withinExactDigits
    (terms.amount, terms.total, terms.currency) = (coins, coins.number, ticker)
    terms.setValuation(stablecoin(coinId))
    var sale = terms
    (sale.kind, sale.label) = (.sell, nil)
    return .terms([terms, sale])
  }

  /// Books coins that left as a fee or were lost; without a known value, their cost stays with the
  /// remaining coins.
  private func departure() -> Result {
    guard var terms = unvalued(.fee) else { return .money }
    if let stated = valuer.worths.worth(of: event), isPlausible(stated, terms) {
      set(stated, in: &terms)
    }
    return .terms(withFeeApart(terms))
  }

  /// Splits off the fee for kinds without one: a fee in the same coin changes the amount, one in
  /// another coin leaves separately, and one in money is dropped.
  private func withFeeApart(_ terms: EventTerms) -> [EventTerms] {
    guard let fee = terms.fee else { return [terms] }
    var terms = terms
    terms.fee = nil
    guard let currency = fee.currency, let amount = terms.amount, !evidence.isMoney(currency),
      currency != usDollarCode
    else { return [terms] }
    guard currency == terms.coinId else {
      var sale = EventTerms()
      (sale.kind, sale.coinId, sale.amount) = (.fee, currency, Quantity(fee.amount))
      (sale.date, sale.account) = (terms.date, terms.account)
      return [terms, sale]
    }
    let coins = Quantity(fee.amount)
    terms.amount = (isLeaving ? amount + coins : amount - coins).withinExactDigits
    return [terms]
  }

  /// Books coins received as a present, or given away.
  private func present() -> Result {
    guard let terms = unvalued(isLeaving ? .give : .gift) else { return .money }
    return .terms(withFeeApart(terms))
  }

  private func valued(_ kind: TransactionKind, _ label: TransactionLabel? = nil) -> Result {
    guard var terms = unvalued(kind), let coinId = terms.coinId else { return .money }
    terms.label = label
    if let stated = valuer.worths.worth(of: event), isPlausible(stated, terms) {
      set(stated, in: &terms)
      return .terms([terms])
    }
    return evidence.price(of: coinId, on: day) == nil ? .noWorth(coinId) : .terms([terms])
  }

  /// The account of moves if neither the file nor the user names one.
  private static var unnamedAccount: String { "unnamed" }

  private func move() -> Result {
    guard !valuer.isGift(event) else { return present() }
    guard var terms = unvalued(isLeaving ? .withdrawal : .deposit) else { return .money }
    if terms.account?.isEmpty ?? true { terms.account = Self.unnamedAccount }
    guard isLeaving else { return .terms([terms]) }
    if let transfer = valuer.transfers[event.id], let arrived = valuer.arrivals[transfer.deposit] {
      terms.amount = arrived.value.withinExactDigits
      let isOtherCoin = event.fee.map { $0.asset != own.asset } ?? false
      if transfer.loss > .zero, !isOtherCoin {
        terms.fee = TransactionFee(amount: transfer.loss.figure, currency: terms.coinId)
      }
    } else if let fee = event.fee, fee.asset == own.asset {
      let sent = own.value.magnitude - fee.value.magnitude
      // A fee equal to the amount leaves nothing to arrive.
      guard sent > .zero else { return departure() }
      terms.amount = sent.withinExactDigits
    }
    // A fee in money removes no coins.
    if terms.fee.map({ evidence.isMoney($0.currency ?? usDollarCode) }) ?? false {
      terms.fee = nil
    }
    return .terms([terms])
  }
}
