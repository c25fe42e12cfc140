public import Exact
import FoundationEssentials
import Portfolio

extension PriceAlerts {
  /// The file's content; an alert that cannot be read stays in it as it was.
  public var json: JSONValue {
    .object(["alerts": .array(alerts.map(\.json) + unreadable.map(\.json))])
  }

  /// Reads the file's content; an alert that cannot be read is ``unreadable`` and takes no other
  /// with it.
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
    // Absent, it means US dollars, as in files of earlier versions.
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
    // A guess would compare with another currency, or fire again.
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
