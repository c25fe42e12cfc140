import Foundation
import Testing

/// The cost of the program's main paths in instructions, which is the same on every machine
/// regardless of load.
struct InstructionCountTests {
  /// A command, and the maximum number of instructions in millions.
  private static let paths: [(words: String, most: Double)] = [
    ("--version", 28),
    ("--size line --format ps1", 17),
    ("--size small", 20),
    ("--size large", 20.5),
    ("summary", 50),
    ("holdings", 55),
    ("transactions --limit 20", 45),
    ("gains -p 2024", 135),
    ("buy bitcoin 1 --price 50000", 68),
    ("sell bitcoin 0.5 --price 60000", 68),
  ]

  @Test func `a main path takes no more instructions than its bound`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let coins = ["bitcoin", "ethereum", "solana", "monero", "litecoin", "dogecoin", "cardano"]
    var rows = ["date,type,coin_id,amount,price"]
    for index in 0..<2_000 {
      let (year, month, day) = (2019 + index / 300, 1 + index / 25 % 12, 1 + index % 25)
      rows.append(
        "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day),"
          + (index % 3 == 2 ? "sell" : "buy") + ",\(coins[index / 3 % coins.count]),"
          + "\(index % 3 == 2 ? "0.5" : "1.5"),\(100 + index)")
    }
    let file = try home.file("rows.csv", rows.joined(separator: "\n") + "\n")
    #expect(try home.bitpal("import", file).status == 0)
    let prices = coins.map { "\"\($0)\": \"500\"" }.joined(separator: ", ")
    try home.bitpal("refresh", "--prices", try home.file("prices.json", "{\(prices)}"))
    // Run each command once, so that files stored for later runs exist.
    for (words, _) in Self.paths.dropLast(2) {
      #expect(try home.run(words.split(separator: " ").map(String.init)).status == 0, "\(words)")
    }
    for (words, most) in Self.paths {
      let count = try Self.instructions(of: words, home)
      #expect(Double(count) <= most * 1_000_000, "\(words): \(count)")
    }
  }

  private static func instructions(of words: String, _ home: TestHome) throws -> Int {
    let ended = try home.run(
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", try TestHome.program]
        + words.split(separator: " ").map(String.init), by: "/usr/bin/valgrind")
    let line = try #require(
      ended.labeled.split(separator: "\n").first { $0.contains("Collected : ") },
      "\(words): \(ended.labeled)")
    return try #require(line.split(separator: " ").last.flatMap { Int($0) })
  }
}
