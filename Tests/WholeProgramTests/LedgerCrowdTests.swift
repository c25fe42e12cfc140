import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing

/// Many processes on one ledger.
@Suite(.serialized)
struct LedgerCrowdTests {
  /// Each of the crowd buys a coin at a price of its own and then reads, while the others are at
  /// it.
  @Test func manyAtOnceLoseNothingAndNoneSeesABrokenState() async throws {
    let count = Repetition.isLong ? 200 : 40
    let desk = try Desk()
    let complaints = try await onThread { try desk.crowd(of: count) }
    #expect(complaints == "")

    var counts: [Int] = []
    for number in 1...count {
      let ledger = try desk.json("\(number).ledger")
      let rows = try #require(ledger["transactions"]?.array)
      #expect(rows.contains { $0["pricePerCoin"]?.string == "\(number)" })
      counts.append(rows.count)
      let widget = try desk.json("\(number).widget")
      let held = try #require(widget["holdings"]?.array?.first?["quantity"]?.decimal)
      #expect((1...Decimal(count)).contains(held))
    }
    #expect(Set(counts).count > 1, "the crowd came one after the other")

    let rows = try #require(
      try JSONValue(parsing: desk.bitpal("transactions", "--json").output.utf8).array)
    let prices = rows.compactMap { $0["pricePerCoin"]?.string }
    #expect(prices.count == count)
    #expect(Set(prices) == Set((1...count).map { "\($0)" }))
    #expect(try desk.bitpal("holdings", "--csv").output.contains("bitcoin,BTC,Bitcoin,\(count),"))
    let proof = try desk.bitpal("verify")
    #expect(proof.status == 0, "\(proof.complaints)")
  }
}

extension LedgerCrowdTests {
  @Test func purchasesBetweenAnyTwoFilesThatVerifyOpensAreNoDamage() async throws {
    let desk = try Desk()
    try desk.recordExample()
    let verified = try await onThread {
      try desk.bitpal(
        beside: "'\(Desk.program)' buy bitcoin 1 --price 45000 --date 2025-01-03 >/dev/null",
        ["verify"])
    }
    #expect(verified.status == 0, "\(verified.complaints)")
    let count = try desk.amounts().count - 2
    #expect(count >= 6)
    #expect(verified.output.contains("refresh_data.json is behind the ledger"))
    #expect(try desk.bitpal("verify").output.contains("refresh_data.json equals a fresh"))
  }

  @Test func oneFileImportedByManyAtOnceIsAddedOnce() async throws {
    let desk = try Desk()
    let file = try desk.file(
      "trades.csv",
      "coin_id,type,amount,price,date,notes\n"
        + (1...300).map { "bitcoin,buy,\($0),100,2025-01-02,\n" }.joined())
    let numbers = try desk.file("numbers", (1...12).map { "\($0)\n" }.joined())
    let status = try await onThread {
      try spawn(
        "/usr/bin/xargs", ["-P", "12", "-I{}", try Desk.program, "import", file],
        environment: desk.environment, input: numbers, output: "\(desk.home)/crowd.out")
    }
    let said = try String(contentsOfFile: "\(desk.home)/crowd.out", encoding: .utf8)
    #expect(status == 0, "\(said)")
    #expect(said.split(separator: "\n").filter { $0 == "Added 300 transactions." }.count == 1)
    #expect(try desk.bitpal("export").output.split(separator: "\n").count == 301)
  }
}

extension Desk {
  /// Runs that many processes at once and gives what they complained of.
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
        "-P", "\(count)", "-I{}", "/bin/sh", "-c", script, try Self.program, "{}", home, widgetData,
      ],
      environment: environment, input: try file("numbers", numbers), output: "\(home)/crowd.out",
      complaints: "\(home)/crowd.err")
    #expect(status == 0)
    return try String(contentsOfFile: "\(home)/crowd.err", encoding: .utf8)
  }

  fileprivate func json(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: "\(home)/\(name)")))
  }
}
