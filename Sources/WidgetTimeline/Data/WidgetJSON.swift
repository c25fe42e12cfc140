import FoundationEssentials
public import Portfolio

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
    ]).adding("ledgerVersion", ledgerVersion)
  }

  /// Reads the file's content; `nil` when a figure it must have is missing or no number.
  public init?(json: JSONValue) {
    guard ["totalValue", "unrealizedPnL", "totalPnL"].allSatisfy(json.hasFigure),
      let realizedPnL = json["realizedPnL"]?.decimal,
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
      hasSales: json["hasSales"].map { $0 == .bool(true) } ?? (realizedPnL != 0),
      lastUpdated: lastUpdated, ledgerVersion: json["ledgerVersion"]?.string)
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
    ])
  }

  init?(json: JSONValue) {
    guard ["currentValue", "pnlAmount", "pnlPercentage"].allSatisfy(json.hasFigure),
      let id = json["id"]?.string, let symbol = json["symbol"]?.string,
      let name = json["name"]?.string
    else { return nil }
    self.init(
      id: id, symbol: symbol, name: name, currentValue: json["currentValue"]?.decimal,
      pnlAmount: json["pnlAmount"]?.decimal, pnlPercentage: json["pnlPercentage"]?.decimal,
      isStale: json["isStale"] == .bool(true))
  }
}

extension WidgetRefreshData {
  /// The file's content.
  public var json: JSONValue {
    .object([
      "holdings": .array(holdings.map(\.json) + unreadable),
      "realizedPnL": .usd(realizedPnL),
      "totalClosedCost": .usd(totalClosedCost),
      "lastUpdated": .instant(lastUpdated),
    ]).adding("ledgerVersion", ledgerVersion)
  }

  /// Reads the file's content; `nil` when the realized result cannot be read.
  ///
  /// A holding that cannot be read is counted as ``unreadable`` and takes no other with it.
  public init?(json: JSONValue) {
    let lastUpdated = json["lastUpdated"] ?? .null
    guard let realizedPnL = json["realizedPnL"]?.decimal, let rows = json["holdings"]?.array,
      lastUpdated == .null || lastUpdated.instant != nil
    else { return nil }
    var holdings: [RefreshableHolding] = []
    var unreadable: [JSONValue] = []
    for row in rows {
      if let holding = RefreshableHolding(json: row) {
        holdings.append(holding)
      } else {
        unreadable.append(row)
      }
    }
    self.init(
      holdings: holdings, realizedPnL: realizedPnL,
      totalClosedCost: json["totalClosedCost"]?.decimal ?? 0,
      lastUpdated: lastUpdated.instant, ledgerVersion: json["ledgerVersion"]?.string)
    self.unreadable = unreadable
  }
}

extension RefreshableHolding {
  var json: JSONValue {
    .object([
      "coinId": .string(coinId),
      "symbol": .string(coin.symbol),
      "name": .string(coin.name),
      "quantity": .string(quantity.withinExactDigits.canonicalText),
      "avgCost": .usd(avgCost),
      "totalCost": .usd(totalCost),
      "price": .usd(coin.currentPrice),
      "priceChange24h": .usd(coin.priceChange24h),
      "priceLastUpdated": .instant(coin.lastUpdated),
    ])
  }

  init?(json: JSONValue) {
    guard let id = json["coinId"]?.string, !id.isEmpty,
      let quantity = json["quantity"]?.decimal, quantity > 0,
      let cost = json["totalCost"]?.decimal ?? json["avgCost"]?.decimal.map({ $0 * quantity }),
      cost >= 0
    else { return nil }
    let coin = Coin(
      id: id, symbol: json["symbol"]?.string ?? id, name: json["name"]?.string ?? id,
      currentPrice: json["price"]?.decimal, priceChange24h: json["priceChange24h"]?.decimal,
      lastUpdated: json["priceLastUpdated"]?.instant)
    self.init(coin: coin, quantity: quantity, totalCost: cost)
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
    ])
  }

  /// Reads the file's content; `nil` when it is not an object, while missing keys count as never.
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
      clockAhead: json["clockAhead"]?.decimal.flatMap { Int($0.canonicalText) })
  }
}

extension JSONValue {
  /// Every digit, and at least two places; `null` for an unknown figure.
  static func usd(_ value: Decimal?) -> JSONValue {
    guard let value else { return .null }
    let text = value.withinExactDigits.canonicalText
    let places = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 }
    switch places {
    case nil: return .string(text + ".00")
    case 1: return .string(text + "0")
    default: return .string(text)
    }
  }

  /// The object with one more member, unless it is unknown.
  fileprivate func adding(_ key: String, _ value: String?) -> JSONValue {
    guard let object, let value else { return self }
    return .object(
      JSONObject(object.members + [JSONObject.Member(key: key, value: .string(value))]))
  }

  static func instant(_ date: Date?) -> JSONValue { date.map { .string($0.utcText) } ?? .null }

  var instant: Date? { string.flatMap { Date(utcText: $0) } }

  /// Whether a key holds a number, or `null` for one that is unknown.
  func hasFigure(_ key: String) -> Bool { self[key] == .null || self[key]?.decimal != nil }

  /// A whole number of things, zero or more.
  var count: Int? {
    guard case .number(let token) = self, let value = Int(token), value >= 0 else { return nil }
    return value
  }
}
