import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing

/// Many processes on one ledger.
@Suite(.serialized)
struct LedgerCrowdTests {
  /// Each process buys a coin at its own price and then reads while the others are running.
  @Test func `many at once lose nothing and none sees a broken state`() async throws {
    let count = Repetition.isLong ? 200 : 40
    let home = try TestHome()
    let standardError = try await onThread { try home.crowd(of: count) }
    #expect(standardError == "")

    var counts: [Int] = []
    for number in 1...count {
      let ledger = try home.json("\(number).ledger")
      let rows = try #require(ledger["transactions"]?.array)
      #expect(rows.contains { $0["pricePerCoin"]?.string == "\(number)" })
      counts.append(rows.count)
      let widget = try home.json("\(number).widget")
      let held = try #require(widget["holdings"]?.array?.first?["quantity"]?.decimal)
      #expect((1...ExactDecimal(count)).contains(held))
    }
    #expect(Set(counts).count > 1, "the crowd came one after the other")

    let rows = try #require(
      try JSONValue(parsing: home.bitpal("transactions", "--json").output.utf8).array)
    let prices = rows.compactMap { $0["pricePerCoin"]?.string }
    #expect(prices.count == count)
    #expect(Set(prices) == Set((1...count).map { "\($0)" }))
    #expect(try home.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,\(count),"))
    let verification = try home.bitpal("verify")
    #expect(verification.status == 0, "\(verification.standardError)")
  }
}

extension LedgerCrowdTests {
  @Test func `purchases between any two files that verify opens are no damage`() async throws {
    let home = try TestHome()
    try home.recordExample()
    let verified = try await onThread {
      try home.bitpal(
        beside: "'\(TestHome.program)' buy bitcoin 1 --price 45000 --date 2025-01-03 >/dev/null",
        ["verify"])
    }
    #expect(verified.status == 0, "\(verified.standardError)")
    let count = try home.amounts().count - 2
    #expect(count >= 6)
    #expect(verified.output.contains("refresh_data.json is behind the ledger"))
    #expect(try home.bitpal("verify").output.contains("refresh_data.json equals a fresh"))
  }

  @Test func `one file imported by many at once is added once`() async throws {
    let home = try TestHome()
    let file = try home.file(
      "trades.csv",
      "coin_id,type,amount,price,date,notes\n"
        + (1...300).map { "bitcoin,buy,\($0),100,2025-01-02,\n" }.joined())
    let numbers = try home.file("numbers", (1...12).map { "\($0)\n" }.joined())
    let status = try await onThread {
      try spawn(
        "/usr/bin/xargs", ["-P", "12", "-I{}", try TestHome.program, "import", file],
        environment: home.environment, input: numbers, output: "\(home.path)/crowd.out")
    }
    let said = try String(contentsOfFile: "\(home.path)/crowd.out", encoding: .utf8)
    #expect(status == 0, "\(said)")
    #expect(said.split(separator: "\n").filter { $0 == "Added 300 transactions." }.count == 1)
    #expect(try home.bitpal("export").output.split(separator: "\n").count == 301)
  }
}

extension TestHome {
  /// Runs that many processes at once and returns their error output.
  fileprivate func crowd(of count: Int) throws -> String {
    let numbers = (1...count).map { "\($0)\n" }.joined()
    let script = """
      "$0" buy bitcoin 1 --price "$1" --date 2025-01-02 >/dev/null &&
      "$0" export --format json >"$2/$1.ledger" &&
      cat "$3/refresh_data.json" >"$2/$1.widget"
      """
    let status = try spawn(
      "/usr/bin/xargs",
      [
        "-P", "\(count)", "-I{}", "/bin/sh", "-c", script, try Self.program, "{}", path, widgetData,
      ],
      environment: environment, input: try file("numbers", numbers), output: "\(path)/crowd.out",
      standardError: "\(path)/crowd.err")
    #expect(status == 0)
    return try String(contentsOfFile: "\(path)/crowd.err", encoding: .utf8)
  }

  fileprivate func json(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }
}
