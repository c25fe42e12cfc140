import Foundation
import Portfolio
import Testing

/// Many processes on one ledger.
@Suite(.serialized)
struct LedgerCrowdTests {
  @Test func twoHundredAtOnceLoseNothingAndAReaderSeesNothingBroken() async throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "1", "--date", "2025-01-01")
    let script = """
      for number in $(seq 200); do
        '\(try Desk.program)' buy bitcoin 1 --price $number --date 2025-01-02 >/dev/null &
      done
      wait
      """
    let crowd = Crowd(environment: desk.environment, home: desk.home)
    async let written = onThread { try crowd.run(script) }
    let read = Task { [desk] in try await onThread { try crowd.watch(desk) } }
    let complaints = try await written
    crowd.end()
    let counts = try await read.value

    #expect(complaints == "")
    #expect(counts == counts.sorted())
    #expect(counts.contains { $0 > 1 && $0 < 201 }, "nobody read while others wrote: \(counts)")
    let rows = try #require(try desk.table("transactions", "--json").array)
    #expect(rows.count == 201)
    let prices = rows.compactMap { $0["pricePerCoin"]?.string }
    #expect(Set(prices) == Set((1...200).map(String.init)))
    #expect(try desk.table("holdings", "--json").array?.first?["totalAmount"]?.string == "201")
    let proof = try desk.bitpal("verify")
    #expect(proof.status == 0, "\(proof.complaints)")
  }
}

/// Writers, and the word that they are done.
private final class Crowd: @unchecked Sendable {
  private let environment: [String: String]
  private let home: String
  private let lock = NSLock()
  private var hasEnded = false

  init(environment: [String: String], home: String) {
    self.environment = environment
    self.home = home
  }

  func end() { lock.withLock { hasEnded = true } }

  /// Runs a script to its end and gives what it complained of.
  func run(_ script: String) throws -> String {
    let complaints = "\(home)/crowd.err"
    let status = try spawn(
      "/bin/sh", ["-c", script], environment: environment, output: "\(home)/crowd.out",
      complaints: complaints)
    try #require(status == 0)
    return try String(contentsOfFile: complaints, encoding: .utf8)
  }

  /// Reads until the writers have ended, and gives how many transactions there were each time.
  func watch(_ desk: Desk) throws -> [Int] {
    var counts: [Int] = []
    while !lock.withLock({ hasEnded }) {
      let exported = try desk.table("export", "--format", "json")
      counts.append(try #require(exported["transactions"]?.array).count)
      let held = try desk.table("holdings", "--json").array?.first?["totalAmount"]?.decimal
      try #require(held.map { $0 >= Decimal(counts[counts.count - 1]) } == true)
      let files = try ["portfolio.json", "refresh_data.json"].map { name in
        try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: "\(desk.widgetData)/\(name)")))
      }
      try #require(files.allSatisfy { $0.object != nil })
    }
    return counts
  }
}

extension Desk {
  /// What a command prints as JSON.
  fileprivate func table(_ arguments: String...) throws -> JSONValue {
    let ended = try run(arguments)
    try #require(ended.status == 0, "\(arguments): \(ended.complaints)")
    return try JSONValue(parsing: ended.output.utf8)
  }
}
