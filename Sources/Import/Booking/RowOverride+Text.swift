import Exact
public import FoundationEssentials
import Portfolio

extension RowOverride {
  /// The change as it is stored: `deleted`, or the terms that were changed in JSON.
  public var text: String {
    switch change {
    case .deleted: "deleted"
    case .edited(let terms): terms.json.text()
    }
  }

  /// Reads what ``text`` wrote, `nil` for anything else.
  public init?(record: UUID, text: String) {
    if text == "deleted" {
      self.init(record: record, change: .deleted)
    } else {
      let value: JSONValue
      do { value = try JSONValue(parsing: Array(text.utf8)) } catch { return nil }
      guard let terms = EventTerms(value) else { return nil }
      self.init(record: record, change: .edited(terms))
    }
  }
}

extension EventTerms {
  fileprivate var json: JSONValue {
    var members: [JSONObject.Member] = []
    func add(_ key: String, _ text: String?) {
      if let text { members.append(JSONObject.Member(key: key, value: .string(text))) }
    }
    func number(_ value: Decimal?) -> String? { value.map { ExactDecimal($0).description } }
    add("kind", kind?.rawValue)
    add("coinId", coinId)
    add("amount", number(amount))
    add("price", number(price))
    add("total", number(total))
    add("currency", currency)
    add("rate", number(rate))
    add("fee", number(fee?.amount))
    add("feeCurrency", fee?.currency)
    add("otherCoinId", other?.coinId)
    add("otherAmount", number(other?.amount))
    add("date", date.map { String($0.millisecondsSince1970) })
    add("account", account)
    add("toAccount", toAccount)
    add("notes", notes)
    add("label", label?.rawValue)
    add("acquired", acquired.map { String($0.millisecondsSince1970) })
    if removed.contains(.money) { add("withoutMoney", "") }
    if removed.contains(.label) { add("withoutLabel", "") }
    if removed.contains(.acquired) { add("withoutAcquired", "") }
    return .object(JSONObject(members))
  }

  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object else { return nil }
    self.init()
    for member in object.members {
      guard let text = member.value.string, set(member.key, text) else { return nil }
    }
  }

  /// - Returns: Whether it is a field with a value of its kind.
  private mutating func set(_ key: String, _ text: String) -> Bool {
    let number = ExactDecimal(text)?.exactDecimal
    let instant = Int(text).map { Date(millisecondsSince1970: $0) }
    switch key {
    case "kind": kind = TransactionKind(rawValue: text)
    case "coinId": coinId = text
    case "amount": amount = number
    case "price": price = number
    case "total": total = number
    case "currency": currency = text
    case "rate": rate = number
    case "fee": fee = number.map { TransactionFee(amount: $0, currency: fee?.currency) }
    case "feeCurrency": fee?.currency = text
    case "otherCoinId": other = OtherSide(coinId: text, amount: other?.amount ?? 0)
    case "otherAmount": other = number.map { OtherSide(coinId: other?.coinId ?? "", amount: $0) }
    case "date": date = instant
    case "account": account = text
    case "toAccount": toAccount = text
    case "notes": notes = text
    case "label": label = TransactionLabel(rawValue: text)
    case "acquired": acquired = instant
    case "withoutMoney": removed.insert(.money)
    case "withoutLabel": removed.insert(.label)
    case "withoutAcquired": removed.insert(.acquired)
    default: return false
    }
    let isNumber = ["amount", "price", "total", "rate", "fee", "otherAmount"].contains(key)
    let isInstant = key == "date" || key == "acquired"
    let isWord = key == "kind" ? kind != nil : key == "label" ? label != nil : true
    return (!isNumber || number != nil) && (!isInstant || instant != nil) && isWord
  }
}
