public import Exact
import FoundationEssentials
import Portfolio

// The shapes of the three files of the app group container. Decimals are written as strings,
// figures in US dollars with at least two places; reading accepts strings and numbers. Unknown keys
// are ignored.

extension WidgetPortfolioData {
  /// The file's content.
  public var json: JSONValue {
    .object([
      "totalValue": .usd(totalValue),
      "unrealizedPnL": .usd(unrealizedPnL),
      "realizedPnL": .usd(realizedPnL),
      "totalPnL": .usd(totalPnL),
      "unrealizedPnLPercentage": .usd(unrealizedPnLPercentage),
      "totalPnLPercentage": .usd(totalPnLPercentage),
      "holdings": .array(holdings.map(\.json)),
      "holdingCount": .number("\(holdingCount)"),
      "pricedCount": .number("\(pricedCount)"),
      "hasSales": .bool(hasSales),
      "lastUpdated": .instant(lastUpdated),
      "asOf": .instant(asOf),
    ]).adding(dayChange?.members ?? [])
      .adding("ledgerVersion", ledgerVersion)
      .adding("currency", currency == usDollarCode ? nil : currency)
      .adding("rateDay", rateDay?.text)
      .adding(costedCount.map { [.init(key: "costedCount", value: .number("\($0)"))] } ?? [])
      .adding(estimated.members)
      .lackingCosts(realizedPnL == nil)
  }

  /// Reads the file's content; `nil` if a required figure is missing or not a number.
  public init?(json: JSONValue) {
    let realizedPnL = json["realizedPnL"]?.decimal
    guard ["totalValue", "unrealizedPnL", "totalPnL"].allSatisfy(json.hasFigure),
      realizedPnL != nil || json.mayLackCosts && json["realizedPnL"] == .null,
      let lastUpdated = json["lastUpdated"]?.instant, let rows = json["holdings"]?.array
    else { return nil }
    let holdings = rows.compactMap(WidgetHolding.init(json:))
    guard holdings.count == rows.count else { return nil }
    self.init(
      totalValue: json["totalValue"]?.decimal,
      unrealizedPnL: json["unrealizedPnL"]?.decimal,
      realizedPnL: realizedPnL,
      totalPnL: json["totalPnL"]?.decimal,
      unrealizedPnLPercentage: json["unrealizedPnLPercentage"]?.decimal,
      totalPnLPercentage: json["totalPnLPercentage"]?.decimal,
      holdings: Array(holdings.prefix(Self.holdingLimit)),
      holdingCount: json["holdingCount"]?.count ?? holdings.count,
      pricedCount: json["pricedCount"]?.count ?? holdings.count { $0.currentValue != nil },
      hasSales: json["hasSales"].map { $0 == .bool(true) } ?? ((realizedPnL ?? 1) != 0),
      lastUpdated: lastUpdated, ledgerVersion: json["ledgerVersion"]?.string,
      currency: json["currency"]?.string ?? usDollarCode,
      rateDay: json["rateDay"]?.string.flatMap { UTCDay(text: $0) },
      dayChange: DayChange(json: json, refreshed: lastUpdated))
    costedCount = json["costedCount"]?.count
    isDated = json["asOf"] != nil
    if isDated { asOf = json["asOf"]?.instant }
    estimated = EstimatedTotals(json: json)
  }
}

extension DayChange {
  fileprivate var members: [JSONObject.Member] {
    [
      .init(key: "dayChange", value: .usd(amount)),
      .init(key: "dayChangePercentage", value: .usd(percentage)),
      .init(key: "dayChangeCount", value: .number("\(count)")),
      .init(key: "dayChangeAsOf", value: .instant(asOf)),
    ]
  }

  fileprivate init?(json: JSONValue, refreshed: Date) {
    guard let amount = json["dayChange"]?.decimal, let count = json["dayChangeCount"]?.count,
      let percentage = json["dayChangePercentage"]?.decimal
    else { return nil }
    self.init(
      amount: amount, percentage: percentage, count: count,
      asOf: json["dayChangeAsOf"].map(\.instant) ?? refreshed)
  }
}

extension EstimatedTotals {
  private static var names: [(name: String, mark: WritableKeyPath<EstimatedTotals, Bool>)] {
    [("unrealized", \.unrealized), ("closed", \.closed), ("partial", \.partial)]
  }

  /// The marked totals by name; no member if there are none.
  fileprivate var members: [JSONObject.Member] {
    let names = Self.names.filter { self[keyPath: $0.mark] }.map { JSONValue.string($0.name) }
    return names.isEmpty ? [] : [.init(key: "estimated", value: .array(names))]
  }

  fileprivate init(json: JSONValue) {
    self.init()
    let marked = json["estimated"]?.array?.compactMap(\.string) ?? []
    for (name, mark) in Self.names { self[keyPath: mark] = marked.contains(name) }
  }
}

extension JSONValue {
  /// Whether a file may have unknown costs and results: because of a missing exchange rate,
  /// unexplained coins of an account if its version names rules for books, or a missing value if
  /// the file says so.
  fileprivate var mayLackCosts: Bool {
    self["currency"]?.string.map { $0 != usDollarCode } ?? false
      || self["ledgerVersion"]?.string?.contains("+") ?? false
      || self["lacksCosts"] == .bool(true)
  }

  /// The file's content with an explicit mark for unknown costs, if nothing else implies them.
  fileprivate func lackingCosts(_ lacks: Bool) -> JSONValue {
    guard lacks, !mayLackCosts else { return self }
    return adding([.init(key: "lacksCosts", value: .bool(true))])
  }
}

extension WidgetHolding {
  var json: JSONValue {
    .object([
      "id": .string(id),
      "symbol": .string(symbol),
      "name": .string(name),
      "currentValue": .usd(currentValue),
      "pnlAmount": .usd(pnlAmount),
      "pnlPercentage": .usd(pnlPercentage),
      "isStale": .bool(isStale),
    ]).adding(isEstimated ? [.init(key: "isEstimated", value: .bool(true))] : [])
  }

  init?(json: JSONValue) {
    guard ["currentValue", "pnlAmount", "pnlPercentage"].allSatisfy(json.hasFigure),
      let id = json["id"]?.string, let symbol = json["symbol"]?.string,
      let name = json["name"]?.string
    else { return nil }
    self.init(
      id: id, symbol: symbol, name: name, currentValue: json["currentValue"]?.decimal,
      pnlAmount: json["pnlAmount"]?.decimal, pnlPercentage: json["pnlPercentage"]?.decimal,
      isStale: json["isStale"] == .bool(true), isEstimated: json["isEstimated"] == .bool(true))
  }
}

extension WidgetRefreshData {
  /// The file's content.
  public var json: JSONValue {
    .object([
      "holdings": .array(holdings.map(\.json) + unreadable),
      "realizedPnL": .exactUSD(isRealizedKnown ? exactRealizedPnL : nil),
      "totalClosedCost": .exactUSD(isRealizedKnown ? exactTotalClosedCost : nil),
      "lastUpdated": .instant(lastUpdated),
    ]).adding("ledgerVersion", ledgerVersion)
      .adding("currency", currency == usDollarCode ? nil : currency)
      .adding(rate.map { [.init(key: "rate", value: $0.json)] } ?? [])
      .adding(estimated.members)
      .lackingCosts(!isRealizedKnown || holdings.contains { !$0.isCostKnown })
  }

  /// Reads the file's content; `nil` if the realized result cannot be read.
  ///
  /// An unreadable holding is added to ``unreadable`` without affecting the others.
  public init?(json: JSONValue) {
    let lastUpdated = json["lastUpdated"] ?? .null
    let currency = json["currency"]?.string ?? usDollarCode
    let realizedPnL = json["realizedPnL"]?.exactDecimal.map { Cost($0) }
    guard let rows = json["holdings"]?.array,
      realizedPnL != nil || json.mayLackCosts && json["realizedPnL"] == .null,
      lastUpdated == .null || lastUpdated.instant != nil
    else { return nil }
    var holdings: [RefreshableHolding] = []
    var unreadable: [JSONValue] = []
    for row in rows {
      if let holding = RefreshableHolding(json: row, mayLackCost: json.mayLackCosts) {
        holdings.append(holding)
      } else {
        unreadable.append(row)
      }
    }
    self.init(
      holdings: holdings, exactRealizedPnL: realizedPnL ?? 0,
      exactTotalClosedCost: json["totalClosedCost"]?.exactDecimal.map { Cost($0) } ?? 0,
      lastUpdated: lastUpdated.instant, ledgerVersion: json["ledgerVersion"]?.string,
      currency: currency, rate: json["rate"].flatMap(ExchangeRate.init(json:)),
      isRealizedKnown: realizedPnL != nil)
    self.unreadable = unreadable
    estimated = EstimatedTotals(json: json)
  }
}

extension RefreshableHolding {
  /// Whether the cost of some of the coins is known.
  private var isOfSome: Bool { isCostKnown && unvalued < exactQuantity }

  var json: JSONValue {
    .object([
      "coinId": .string(coinId),
      "symbol": .string(coin.symbol),
      "name": .string(coin.name),
      "quantity": .string(exactQuantity.description),
      "avgCost": .usd(isOfSome ? avgCost : nil),
      "totalCost": .exactUSD(isOfSome ? exactTotalCost : nil),
      "price": .usd(coin.currentPrice),
      "priceChange24h": .usd(coin.priceChange24h),
      "priceLastUpdated": .instant(coin.lastUpdated),
    ]).adding("costOf", unvalued.isZero ? nil : (exactQuantity - unvalued).description)
      .adding(isCostEstimated ? [.init(key: "isCostEstimated", value: .bool(true))] : [])
  }

  init?(json: JSONValue, mayLackCost: Bool = false) {
    guard let id = json["coinId"]?.string, !id.isEmpty,
      let quantity = json["quantity"]?.exactDecimal.map({ Quantity($0) }), quantity > .zero
    else { return nil }
    let cost =
      json["totalCost"]?.exactDecimal.map { Cost($0) }
      ?? json["avgCost"]?.exactDecimal.map { quantity * Price($0) }
    let unvalued = json["costOf"]?.exactDecimal.map { quantity - Quantity($0) } ?? 0
    guard unvalued <= quantity, !unvalued.isNegative,
      cost.map({ !$0.isNegative })
        ?? ((mayLackCost || unvalued == quantity) && json["totalCost"] == .null)
    else { return nil }
    let price = json["price"]?.decimal.flatMap { LedgerRange.isPossiblePrice($0) ? $0 : nil }
    let coin = Coin(
      id: id, symbol: json["symbol"]?.string ?? id, name: json["name"]?.string ?? id,
      currentPrice: price,
      priceChange24h: LedgerRange.possibleChange(json["priceChange24h"]?.decimal),
      lastUpdated: json["priceLastUpdated"]?.instant)
    self.init(
      coin: coin, exactQuantity: quantity, exactTotalCost: cost ?? 0,
      isCostKnown: cost != nil || unvalued == quantity, unvalued: unvalued,
      isCostEstimated: json["isCostEstimated"] == .bool(true))
  }
}

extension ExchangeRate {
  var json: JSONValue {
    .object([
      "numerator": .string(numerator.description),
      "denominator": .string(denominator.description),
      "day": .string(day.text),
      "source": .string(source),
    ])
  }

  init?(json: JSONValue) {
    guard let numerator = json["numerator"]?.decimal, numerator > 0,
      let denominator = json["denominator"]?.decimal, denominator > 0,
      let day = json["day"]?.string.flatMap({ UTCDay(text: $0) })
    else { return nil }
    self.init(
      numerator: numerator, denominator: denominator, day: day,
      source: json["source"]?.string ?? "")
  }
}

extension RefreshStatus {
  /// The file's content.
  public var json: JSONValue {
    .object([
      "lastAttempt": .instant(lastAttempt),
      "lastSuccess": .instant(lastSuccess),
      "failure": failure.map { .string($0.rawValue) } ?? .null,
      "reason": reason.map { .string($0) } ?? .null,
      "failuresInARow": .number("\(failuresInARow)"),
      "notBefore": .instant(notBefore),
      "recentCalls": .array(recentCalls.map { .instant($0) }),
      "month": .string(month),
      "callsThisMonth": .number("\(callsThisMonth)"),
      "nextCoin": nextCoin.map { .string($0) } ?? .null,
      "trial": .instant(trial),
      "clockAhead": clockAhead.map { .number("\($0)") } ?? .null,
      "sources": .sources(otherSources),
      "failing": .object(
        JSONObject(
          failing.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) })),
    ])
  }

  /// Reads the file's content; `nil` if it is not an object.
  ///
  /// Missing keys count as never.
  public init?(json: JSONValue) {
    guard json.object != nil else { return nil }
    self.init(
      lastAttempt: json["lastAttempt"]?.instant,
      lastSuccess: json["lastSuccess"]?.instant,
      failure: json["failure"]?.string.flatMap(RefreshFailure.init(rawValue:)),
      reason: json["reason"]?.string,
      failuresInARow: json["failuresInARow"]?.count ?? 0,
      notBefore: json["notBefore"]?.instant,
      recentCalls: json["recentCalls"]?.array?.compactMap(\.instant) ?? [],
      month: json["month"]?.string ?? "",
      callsThisMonth: json["callsThisMonth"]?.count ?? 0,
      nextCoin: json["nextCoin"]?.string,
      trial: json["trial"]?.instant,
      clockAhead: json["clockAhead"]?.decimal.flatMap { Int($0.description) },
      otherSources: json["sources"]?.sources ?? [:],
      failing: Dictionary(
        (json["failing"]?.object?.members ?? []).compactMap { member in
          member.value.string.map { (member.key, $0) }
        }, uniquingKeysWith: { $1 }))
  }
}

extension JSONValue {
  /// A figure to 38 digits with at least two decimal places; `null` if unknown.
  static func usd(_ value: ExactDecimal?) -> JSONValue {
    exactUSD(value.map { Cost($0.withinExactDigits) })
  }

  /// A figure in every digit with at least two decimal places; `null` if unknown.
  static func exactUSD(_ value: Cost?) -> JSONValue {
    guard let text = value?.description else { return .null }
    let places = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 }
    switch places {
    case nil: return .string(text + ".00")
    case 1: return .string(text + "0")
    default: return .string(text)
    }
  }

  /// The object with one more member, unless it is unknown.
  fileprivate func adding(_ key: String, _ value: String?) -> JSONValue {
    adding(value.map { [JSONObject.Member(key: key, value: .string($0))] } ?? [])
  }

  /// The object with more members.
  fileprivate func adding(_ members: [JSONObject.Member]) -> JSONValue {
    guard let object, !members.isEmpty else { return self }
    return .object(JSONObject(object.members + members))
  }

  /// The exact value of a number or of a string with a number; `nil` for anything else.
  fileprivate var exactDecimal: ExactDecimal? {
    string.flatMap { ExactDecimal($0) } ?? decimal
  }

  static func instant(_ date: Date?) -> JSONValue { date.map { .string($0.utcText) } ?? .null }

  var instant: Date? { string.flatMap { Date(utcText: $0) } }

  /// Whether a key has a number, or `null` for an unknown figure.
  func hasFigure(_ key: String) -> Bool { self[key] == .null || self[key]?.decimal != nil }

  /// The value as a whole number, zero or more.
  var count: Int? {
    guard case .number(let token) = self, let value = Int(token), value >= 0 else { return nil }
    return value
  }
}
