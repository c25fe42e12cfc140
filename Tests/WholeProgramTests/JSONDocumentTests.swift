import Foundation
import Testing

/// The output of every `--json` matches `docs/json.md`.
struct JSONDocumentTests {
  private static let commands: [(heading: String, arguments: [String])] = [
    ("bitpal holdings --json", ["holdings", "--json"]),
    ("bitpal closed --json", ["closed", "--json"]),
    ("bitpal summary --json", ["summary", "--json"]),
    ("bitpal summary -p PERIOD --json", ["summary", "--since", "2025-02-01", "--json"]),
    ("bitpal transactions --json", ["transactions", "--json"]),
    ("bitpal files --json", ["files", "--json"]),
    ("bitpal files show N --json", ["files", "show", "1", "--json"]),
    ("bitpal files coverage --json", ["files", "coverage", "--json"]),
    ("bitpal inbox --json", ["inbox", "--json"]),
    ("bitpal inbox answers --json", ["inbox", "answers", "--json"]),
    ("bitpal explain COIN --json", ["explain", "bitcoin", "--json"]),
    ("bitpal explain total --json", ["explain", "total", "--json"]),
    (
      "bitpal history --json",
      ["history", "--range", "2025-01-01..2025-02-28", "--interval", "month", "--json"]
    ),
    ("bitpal gains --json", ["gains", "--json"]), ("bitpal lots --json", ["lots", "--json"]),
    ("bitpal tax YEAR --json", ["tax", "2025", "--country", "us", "--json"]),
    ("bitpal accounts --json", ["accounts", "--json"]),
    ("bitpal moves --json", ["moves", "--json"]),
    ("bitpal log --json", ["log", "--json"]),
    ("bitpal chart --json", ["chart", "--range", "2025-01-01..2025-02-28", "--json"]),
    (
      "bitpal chart COIN --json",
      ["chart", "bitcoin", "--range", "2025-01-01..2025-02-28", "--json"]
    ),
    (
      "bitpal sell COIN AMOUNT --what-if --json",
      ["sell", "bitcoin", "0.5", "--what-if", "--json"]
    ),
    ("bitpal watch --json", ["watch", "list", "--json"]),
    ("bitpal alert --json", ["alert", "list", "--json"]),
    ("bitpal verify --json", ["verify", "--json"]),
    ("bitpal doctor --json", ["doctor", "--json"]),
    ("bitpal coins search TEXT --json", ["coins", "search", "bitcoin", "--json"]),
    ("bitpal config --json", ["config", "--json"]),
    ("bitpal config keys --json", ["config", "keys", "--json"]),
    ("bitpal export --format json", ["export", "--format", "json"]),
  ]

  @Test
  func `every key is documented and every documented key comes`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("buy", "ethereum", "1", "--price", "2000", "--date", "2025-01-02")
    try home.bitpal("sell", "ethereum", "1", "--price", "2500", "--date", "2025-02-02")
    let prices = try home.file("prices.json", #"{"bitcoin": "55000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    try home.bitpal("watch", "add", "ethereum")
    try home.bitpal("alert", "add", "bitcoin", "above", "100000")
    let open = try home.file(
      "open.csv",
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,\
      Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes
      2025-03-03T10:00:00Z,Sell,ADA,100,USD,0.7,70,69,1,

      """)
    try home.bitpal("import", open, "--stable", "USDT")
    let record = try home.file(
      "record.csv",
      """
      coin_id,type,amount,price,date,notes,account,category,reference_source,reference_id,hash
      solana,buy,1,100,2025-03-01,,Kraken,reward,test,1,
      bitcoin,withdrawal,0.5,,2025-04-01T10:00:00Z,,Kraken,,test,2,ab
      bitcoin,deposit,0.5,,2025-04-01T10:05:00Z,,Ledger,,test,3,ab
      bitcoin,deposit,0.1,,2025-04-02T10:05:00Z,,Ledger,,test,4,

      """)
    #expect(try home.bitpal("import", record).status == 0)
    // The two halves of the transfer are paired.
    #expect(try home.bitpal("moves", "--csv").output.split(separator: "\n").count == 2)
    let paid = try home.bitpal(
      "buy", "bitcoin", "1", "--total", "100", "--currency", "EUR", "--fee", "0.1sol", "--date",
      "2025-03-05")
    #expect(paid.status == 0, "\(paid.standardError)")
    let swapped = try home.bitpal(
      "swap", "0.01", "bitcoin", "0.3", "ethereum", "--cash", "5EUR", "--date", "2025-03-06")
    #expect(swapped.status == 0, "\(swapped.standardError)")
    let documented = try Self.documentedKeys()
    #expect(Set(documented.keys) == Set(Self.commands.map(\.heading)))
    var keys = try Self.keys(at: home)
    // Some keys are present only if values of coins are unknown.
    let unvalued = try home.file(
      "unvalued.csv",
      """
      Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
      Net Worth Amount,Net Worth Currency,Label,Description,TxHash
      2010-05-22 10:00 UTC,500,BYN,0.5,BTC,,,,,,,
      2025-01-16 10:00 UTC,0.2,BTC,9000,USD,,,,,,,
      2014-01-20 10:00 UTC,50,BYN,0.1,ETH,,,,,,,
      2025-02-03 10:00 UTC,0.1,ETH,250,USD,,,,,,,

      """)
    try home.bitpal("import", unvalued)
    keys.merge(try Self.keys(at: home)) { $0.union($1) }
    for heading in documented.keys.sorted() {
      #expect(keys[heading] == documented[heading], "\(heading)")
    }
  }

  /// The keys that each command prints, by heading.
  private static func keys(at home: TestHome) throws -> [String: Set<String>] {
    var keys: [String: Set<String>] = [:]
    for (heading, arguments) in commands {
      let output = try home.run(arguments).output
      keys[heading] = Self.keys(of: try JSONSerialization.jsonObject(with: Data(output.utf8)))
    }
    return keys
  }

  @Test func `what is not known is null`() throws {
    let home = try TestHome()
    try home.recordExample()
    #expect(try home.bitpal("holdings", "--json").output.contains(#""currentValue": null"#))
    #expect(try home.bitpal("summary", "--json").output.contains(#""totalPnL": null"#))
    #expect(try home.bitpal("transactions", "--json").output.contains(#""notes": null"#))
  }

  /// The first column of each table, by the command in the heading above it.
  private static func documentedKeys() throws -> [String: Set<String>] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("docs/json.md"), encoding: .utf8)
    var keys: [String: Set<String>] = [:]
    var heading = ""
    for line in text.split(separator: "\n") {
      let code = line.split(separator: "`").dropFirst().first.map(String.init) ?? ""
      if line.hasPrefix("## `") { heading = code }
      guard line.hasPrefix("| `") else { continue }
      // A cell can contain several keys with the same meaning.
      let cell = line.dropFirst().prefix { $0 != "|" }
      keys[heading, default: []].formUnion(cell.matches(of: /`([^`]+)`/).map { String($0.1) })
    }
    return keys
  }

  /// Every path to a value that is neither an object nor a list of objects.
  private static func keys(of json: Any, at path: String = "") -> Set<String> {
    switch json {
    case let object as [String: Any]:
      object.reduce(into: []) {
        $0.formUnion(keys(of: $1.value, at: path.isEmpty ? $1.key : "\(path).\($1.key)"))
      }
    case let list as [[String: Any]] where !list.isEmpty:
      list.reduce(into: []) { $0.formUnion(keys(of: $1, at: "\(path)[]")) }
    default: [path]
    }
  }
}
