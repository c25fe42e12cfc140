public import Exact
public import FoundationEssentials
public import Portfolio

/// A request for a notification when a price meets a condition, once or repeatedly.
public struct PriceAlert: Equatable, Sendable {
  /// The condition on the price.
  public enum Condition: Equatable, Sendable {
    /// The price is at or above this, in the alert's currency.
    case above(ExactDecimal)
    /// The price is at or below this, in the alert's currency.
    case below(ExactDecimal)
    /// The price has changed by at least this percentage within this many hours, up or down.
    case change(percent: ExactDecimal, hours: Int)
  }

  /// Identity.
  public let id: UUID
  /// Coin id.
  public let coinId: String
  /// The condition.
  public let condition: Condition
  /// The ISO 4217 code of the currency that prices are compared in, at the newest rate.
  public let currency: String
  /// When the alert was made.
  public let created: Date
  /// Hours until it may fire again; `nil` if it fires once.
  public let repeatHours: Int?
  /// The last time it fired; `nil` if never.
  public var fired: Date?
  /// Whether the user has seen that it fired.
  public var isSeen: Bool

  /// Makes an alert.
  public init(
    id: UUID = UUID(), coinId: String, condition: Condition, currency: String = usDollarCode,
    created: Date, repeatHours: Int? = nil, fired: Date? = nil, isSeen: Bool = false
  ) {
    self.id = id
    self.coinId = coinId
    self.condition = condition
    self.currency = currency
    self.created = created
    self.repeatHours = repeatHours
    self.fired = fired
    self.isSeen = isSeen
  }

  /// Whether it fired and the user has not seen it.
  public var isUnseen: Bool { fired != nil && !isSeen }

  /// Whether it still waits for its condition: it never fired, or it repeats.
  public var isWaiting: Bool { fired == nil || repeatHours != nil }

  /// Whether it may fire now: a repeating alert rests after firing.
  ///
  /// A firing time in the future means that the clock has since been set back.
  func mayFire(at now: Date) -> Bool {
    guard let fired else { return true }
    guard let repeatHours else { return false }
    return fired > now || now.timeIntervalSince(fired) >= TimeInterval(3600 * repeatHours)
  }
}

extension PriceAlert {
  /// A price in the alert's currency; `nil` if the currency has no rate.
  ///
  /// - Parameters:
  ///   - dollars: The price in US dollars.
  ///   - rate: The newest rate from US dollars to a currency, `nil` if there is none.
  public func price(of dollars: ExactDecimal, rate: (String) -> ExchangeRate?) -> ExactDecimal? {
    currency == usDollarCode ? dollars : rate(currency)?.converted(dollars)
  }
}

/// A fired alert, with the price that triggered it.
public struct FiredAlert: Equatable, Sendable {
  /// The alert.
  public let alert: PriceAlert
  /// The price in the alert's currency.
  public let price: ExactDecimal
  /// The change in percent, for an alert on a change.
  public let change: ExactDecimal?

  /// Makes a fired alert.
  public init(alert: PriceAlert, price: ExactDecimal, change: ExactDecimal? = nil) {
    self.alert = alert
    self.price = price
    self.change = change
  }
}

/// All alerts: `alerts.json`.
public struct PriceAlerts: Equatable, Sendable {
  /// The alerts in creation order; fired ones stay until they are removed.
  public var alerts: [PriceAlert]
  /// Alerts in the file that cannot be read and are therefore not checked.
  public var unreadable: [UnreadableEntry]

  /// Makes a list.
  public init(_ alerts: [PriceAlert] = [], unreadable: [UnreadableEntry] = []) {
    self.alerts = alerts
    self.unreadable = unreadable
  }

  /// The coins of waiting alerts.
  public var coinIds: Set<String> { Set(alerts.filter(\.isWaiting).map(\.coinId)) }

  /// Marks alerts as seen.
  public mutating func see(_ ids: Set<UUID>) {
    for index in alerts.indices where ids.contains(alerts[index].id) {
      alerts[index].isSeen = alerts[index].fired != nil
    }
  }

  /// Fires due alerts: a single alert once, a repeating one again after its rest.
  ///
  /// An old price fires nothing, because it may no longer hold, and neither does a price without a
  /// rate in the alert's currency. A change is measured in US dollars against the price history;
  /// over 24 hours, the source's own figure is used if the history has none.
  ///
  /// - Parameters:
  ///   - coins: The last prices by coin id, in US dollars.
  ///   - now: The present instant.
  ///   - rate: The newest rate from US dollars to a currency; `nil` if there is none.
  ///   - pastPrice: The price of a coin at a past instant; `nil` if it is not recorded.
  /// - Returns: The alerts that fired now.
  public mutating func fire(
    at coins: [String: Coin], now: Date, rate: (String) -> ExchangeRate? = { _ in nil },
    pastPrice: (String, Date) -> ExactDecimal?
  ) -> [FiredAlert] {
    var fired: [FiredAlert] = []
    for index in alerts.indices where alerts[index].mayFire(at: now) {
      let alert = alerts[index]
      guard let coin = coins[alert.coinId], let dollars = coin.currentPrice,
        let time = coin.lastUpdated, !isOutdated(since: time, at: now),
        let price = alert.price(of: dollars, rate: rate)
      else { continue }
      var change: ExactDecimal?
      switch alert.condition {
      case .above(let limit): guard price >= limit else { continue }
      case .below(let limit): guard price <= limit else { continue }
      case .change(let percent, let hours):
        let past = pastPrice(alert.coinId, now.addingTimeInterval(TimeInterval(-3600 * hours)))
        change = past.map { priceChange(from: $0, to: dollars) }
        if change == nil, hours == 24 { change = coin.priceChange24h }
        guard let change, change.magnitude >= percent.magnitude else { continue }
      }
      alerts[index].fired = now
      alerts[index].isSeen = false
      fired.append(FiredAlert(alert: alerts[index], price: price, change: change))
    }
    return fired
  }
}

extension PriceAlerts {
  /// The file's content; unreadable alerts are kept unchanged.
  public var json: JSONValue {
    .object(["alerts": .array(alerts.map(\.json) + unreadable.map(\.json))])
  }

  /// Reads the file's content; an unreadable alert is added to ``unreadable`` without affecting the
  /// others.
  public init?(json: JSONValue) {
    guard let rows = json["alerts"]?.array else { return nil }
    let (alerts, unreadable) = rows.entries(PriceAlert.init(json:))
    self.init(alerts, unreadable: unreadable)
  }
}

extension PriceAlert {
  var json: JSONValue {
    let condition: [(String, JSONValue)] =
      switch self.condition {
      case .above(let price): [("above", .usd(price))]
      case .below(let price): [("below", .usd(price))]
      case .change(let percent, let hours):
        [("changePercent", .usd(percent)), ("hours", .number("\(hours)"))]
      }
    // A missing key means US dollars, as in files of earlier versions.
    let currency: [(String, JSONValue)] =
      currency == usDollarCode ? [] : [("currency", .string(currency))]
    return .object(
      JSONObject(
        ([("id", .string(id.uuidString)), ("coinId", .string(coinId))] + condition + currency
          + (repeatHours.map { [("repeatHours", .number("\($0)"))] } ?? [])
          + [("created", .instant(created)), ("fired", .instant(fired)), ("seen", .bool(isSeen))])
          .map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }

  init?(json: JSONValue) {
    guard let id = json["id"]?.string.flatMap({ UUID(uuidString: $0) }),
      let coinId = json["coinId"]?.string, !coinId.isEmpty, let created = json["created"]?.instant,
      let condition = Condition(json: json)
    else { return nil }
    let currency = json["currency"] ?? .string(usDollarCode)
    let fired = json["fired"] ?? .null
    let rest = json["repeatHours"] ?? .null
    // Guessing could compare another currency, or fire again.
    guard let code = currency.string, fired == .null || fired.instant != nil,
      rest == .null || (rest.count ?? 0) > 0
    else { return nil }
    self.init(
      id: id, coinId: coinId, condition: condition, currency: code, created: created,
      repeatHours: rest.count, fired: fired.instant, isSeen: json["seen"] == .bool(true))
  }
}

extension PriceAlert.Condition {
  fileprivate init?(json: JSONValue) {
    if let price = json["above"]?.decimal {
      self = .above(price)
    } else if let price = json["below"]?.decimal {
      self = .below(price)
    } else if let percent = json["changePercent"]?.decimal, let hours = json["hours"]?.count,
      hours > 0
    {
      self = .change(percent: percent, hours: hours)
    } else {
      return nil
    }
  }
}
