import Foundation
import Testing

/// The program's JSON conforms to `docs/schemas`.
struct JSONSchemaTests {
  private static let reports: [(schema: String, arguments: [String])] = [
    ("summary", ["summary", "--json"]), ("holdings", ["holdings", "--json"]),
    ("transactions", ["transactions", "--json"]), ("closed", ["closed", "--json"]),
    ("gains", ["gains", "--json", "--cost-basis", "fifo"]),
    ("tax", ["tax", "2025", "--country", "us", "--json"]),
    ("lots", ["lots", "--json", "--cost-basis", "fifo"]),
    ("history", ["history", "--json", "--range", "2024-05-01..2025-04-30"]),
    ("export", ["export", "--format", "json"]),
    ("change", ["summary", "--since", "2025-01-01", "--json"]),
    ("files", ["files", "--json"]), ("files-show", ["files", "show", "1", "--json"]),
    ("files-coverage", ["files", "coverage", "--json"]),
    ("inbox", ["inbox", "--json"]), ("inbox-answers", ["inbox", "answers", "--json"]),
    ("explain", ["explain", "bitcoin", "--json"]),
    ("explain-total", ["explain", "total", "--json"]), ("accounts", ["accounts", "--json"]),
    ("moves", ["moves", "list", "--all", "--json"]), ("log", ["log", "--json"]),
    ("chart", ["chart", "--json", "--range", "2024-05-01..2025-04-30"]),
    ("chart-coin", ["chart", "bitcoin", "--json", "--range", "2024-05-01..2025-04-30"]),
    ("what-if", ["sell", "bitcoin", "0.05", "--what-if", "--price", "60000", "--json"]),
    ("watch", ["watch", "list", "--json"]), ("alert", ["alert", "list", "--json"]),
    ("verify", ["verify", "--json"]), ("doctor", ["doctor", "--json"]),
    ("coins", ["coins", "search", "bitcoin", "--json"]), ("config", ["config", "--json"]),
    ("config-keys", ["config", "keys", "--json"]),
  ]

  /// Groups, other countries, and figures that nothing is known of.
  private static let others: [(schema: String, arguments: [String])] =
    [
      ("gains", ["gains", "--by", "coin", "--json"]),
      ("gains", ["gains", "--by", "month", "--json"]),
      ("gains", ["gains", "--cost-basis", "hmrc", "--json"]),
      ("tax", ["tax", "2024", "--country", "uk", "--json"]),
      ("tax", ["tax", "2024", "--country", "fr", "--json"]),
      ("explain", ["explain", "dogecoin", "--json"]),
    ]
    + ["summary", "holdings", "transactions", "closed", "gains", "lots", "history", "chart"]
    .map { ($0, [$0, "--json", "--currency", "RUB"]) }

  @Test(arguments: [false, true])
  func `reports and files keep to their schemas`(arePriced: Bool) throws {
    let home = try TestHome()
    for name in ["coinbase", "kraken", "trades"] {
      try home.bitpal("import", "\(DocumentationPage.root)/docs/samples/\(name).csv")
    }
    try home.bitpal("buy", "bitcoin", "0.1", "--gift", "--date", "2025-01-02")
    for trade in [["buy", "1", "2024-02-01"], ["sell", "2", "2024-03-01"]] {
      try home.bitpal(trade[0], "dogecoin", "2", "--price", trade[1], "--date", trade[2])
    }
    let unknown = try home.file("staking.csv", Self.staking)
    #expect(try home.bitpal("import", unknown, "--yes").status == 0)
    try home.bitpal("watch", "add", "bitcoin", "sui")
    try home.bitpal("alert", "add", "bitcoin", "below", "90000")
    try home.bitpal("alert", "add", "solana", "change", "5%", "in", "24h")
    if arePriced {
      let prices = try home.file("prices.json", #"{"bitcoin": "76871", "solana": "84.5"}"#)
      try home.bitpal("refresh", "--prices", prices)
    }
    for (schema, arguments) in Self.reports + Self.others {
      let ended = try home.run(arguments)
      #expect(ended.status == 0, "\(arguments): \(ended.standardError)")
      try Self.check(Data(ended.output.utf8), schema)
    }
    for name in ["portfolio", "refresh_data"] {
      let path = "\(home.widgetData)/\(name).json"
      try Self.check(Data(contentsOf: URL(fileURLWithPath: path)), name)
    }
  }

  /// A reward of unknown worth, sold in part.
  private static let staking = """
    "txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee","balance"
    "L3","T3","2024-03-05 10:30:00","staking","","currency","crypto","KAVA","spot / main",25.0,0,25.0
    "L4","T4","2024-04-05 10:30:00","trade","tradespot","currency","fiat","ZUSD","spot / main",50,0,50.0
    "L5","T4","2024-04-05 10:30:00","trade","tradespot","currency","crypto","KAVA","spot / main",-20.0,0,5.0

    """

  @Test func `every report of the page on JSON has a schema, and no schema is left over`() throws {
    let root = DocumentationPage.root
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/docs/schemas")
      .map { $0.replacing(".schema.json", with: "") }
    #expect(Set(names) == Set(Self.reports.map(\.schema) + ["portfolio", "refresh_data"]))
    let page = try String(contentsOfFile: "\(root)/docs/json.md", encoding: .utf8)
    #expect(page.components(separatedBy: "\n## `bitpal ").count - 1 == Self.reports.count)
  }

  @Test func `a number in the string's place is found`() throws {
    let wrong = Data(#"[{"id": "bitcoin", "totalAmount": 0.1}]"#.utf8)
    let found = try Self.faults(of: wrong, "holdings")
    #expect(found.contains("/0/totalAmount: is not string"))
    #expect(found.contains("/0: lacks avgCost"))
  }

  private static func check(_ document: Data, _ name: String) throws {
    for fault in try faults(of: document, name) { Issue.record("\(name)\(fault)") }
  }

  private static func faults(of document: Data, _ name: String) throws -> [String] {
    let path = "\(DocumentationPage.root)/docs/schemas/\(name).schema.json"
    let text = try Data(contentsOf: URL(fileURLWithPath: path))
    let schema = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    return try faults(
      of: JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed), schema, "")
  }

  /// The schema violations of a value, for the part of JSON Schema that the files use: type,
  /// pattern, required, properties and items.
  private static func faults(of value: Any, _ schema: [String: Any], _ path: String) throws
    -> [String]
  {
    var faults: [String] = []
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { isOf($0, value) }) {
      faults.append("\(path): is not \(types.joined(separator: " or "))")
    }
    if let text = value as? String, let pattern = schema["pattern"] as? String {
      let whole = try Regex(pattern)
      if text.firstMatch(of: whole) == nil { faults.append("\(path): \(text) breaks \(pattern)") }
    }
    if let object = value as? [String: Any] {
      for key in schema["required"] as? [String] ?? [] where object[key] == nil {
        faults.append("\(path): lacks \(key)")
      }
      for (key, inner) in schema["properties"] as? [String: [String: Any]] ?? [:] {
        if let member = object[key] {
          faults += try Self.faults(of: member, inner, "\(path)/\(key)")
        }
      }
    }
    if let list = value as? [Any], let inner = schema["items"] as? [String: Any] {
      for (index, member) in list.enumerated() {
        faults += try Self.faults(of: member, inner, "\(path)/\(index)")
      }
    }
    return faults
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return (value as? NSNumber).map { "\($0.objCType.pointee)" == "99" } ?? false
    case "integer", "number": return value is NSNumber
    default: return false
    }
  }
}
