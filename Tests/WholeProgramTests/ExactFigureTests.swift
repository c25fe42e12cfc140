import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing

/// Figures that were once wrong from the 33rd digit on, and the consequences.
struct ExactFigureTests {
  /// Three sales whose proceeds equal the cost exactly, with an average of 32/3.
  private static let broughtBack = """
    coin_id,type,amount,price,date
    bitcoin,buy,1,10,2025-01-01
    bitcoin,buy,2,11,2025-01-02
    bitcoin,sell,1,10,2025-01-03
    bitcoin,sell,1,11,2025-01-04
    bitcoin,sell,1,11,2025-01-05

    """

  @Test(arguments: CostBasis.allCases)
  func `a result of exactly nothing reads $0.00`(_ method: CostBasis) throws {
    let home = try TestHome()
    try home.bitpal("import", "-", input: Self.broughtBack)
    let summary = try home.bitpal("summary", "--cost-basis", method.rawValue)
    #expect(summary.output.contains("Realized P&L        $0.00"), "\(summary.output)")
    #expect(!summary.output.contains("<$0.01"))
    let closed = try home.bitpal("summary", "--cost-basis", method.rawValue, "--json").output
    #expect(closed.contains(#""realizedPnL": "0""#))
    #expect(try home.bitpal("closed").output.contains("$0.00"))
  }

  /// Amounts with 18 decimals, bought once and sold in steps: the remaining cost matches the sales,
  /// and the widget file stays readable.
  @Test(arguments: CostBasis.stored)
  func `no cost falls below nothing, under every cost basis`(_ method: CostBasis) throws {
    let home = try TestHome()
    try home.bitpal("config", "set", "cost-basis", method.rawValue)
    try home.bitpal(
      "import", "-",
      input: """
        coin_id,type,amount,price,date
        bitcoin,buy,0.746805015404516438,53477.1852899,2025-01-01
        bitcoin,buy,0.373402507702258219,51.1742082,2025-01-02
        bitcoin,sell,0.373402507702258219,51.1742082,2025-01-03
        bitcoin,sell,0.149361003080903287,54.190339,2025-01-04
        bitcoin,sell,0.597444012323613151,10.1823754,2025-01-05
        bitcoin,gift,0.000000020000000001,,2025-01-06

        """)
    let prices = try home.file("prices.json", #"{"bitcoin": "68296.52"}"#)
    #expect(
      try home.bitpal("refresh", "--prices", prices).output.hasSuffix("1 of 1 holding priced\n"))
    for row in try #require(JSONValue(parsing: home.bitpal("holdings", "--json").output.utf8).array)
    {
      #expect(try #require(row["avgCost"]?.decimal) >= 0)
      #expect(try #require(row["profitLossPercentage"]?.decimal) < 1_000_000_000_000)
    }
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `total profit is value less paid plus received, to the last digit`() throws {
    let home = try TestHome()
    try home.bitpal(
      "import", "-",
      input: """
        coin_id,type,amount,price,date
        bitcoin,buy,1.56561204904578914,91637.8764088,2025-01-01
        bitcoin,sell,0.78280602452289457,27.0135511,2025-01-02
        bitcoin,buy,0.659184109953178578,74982.0561745,2025-01-03
        bitcoin,sell,1.009393094133251203,86.2933493,2025-01-04

        """)
    let prices = try home.file("prices.json", #"{"bitcoin": "68296.52"}"#)
    try home.bitpal("refresh", "--prices", prices)
    for method in CostBasis.allCases {
      let summary = try JSONValue(
        parsing: home.bitpal("summary", "--json", "--cost-basis", method.rawValue).output.utf8)
      // 0.432597040342821945 coins at 68296.52, and the amounts paid and received, multiplied out.
      #expect(summary["totalPnL"]?.string == "-163243.2207173209385682881385581", "\(method)")
    }
  }

  @Test func `an amount that no figure can hold is refused before anything is written`() throws {
    let home = try TestHome()
    for words in [
      ["1e-50", "--price", "1e-50"], ["1e30", "--price", "1"], ["1", "--price", "1e20"],
    ] {
      let refused = try home.run(["buy", "bitcoin"] + words)
      #expect(refused.status == 2, "\(words): \(refused.standardError)")
      #expect(refused.standardError.contains("must be between 1e-18 and"))
    }
    #expect(try home.bitpal("transactions", "--json").output == "[]\n")
    #expect(try home.bitpal("summary").status == 0)
  }

  @Test func `dust cannot be sold while nothing is held`() throws {
    let home = try TestHome()
    let refused = try home.bitpal("sell", "bitcoin", "0.000000001", "--price", "10")
    #expect(refused.status == 2)
    #expect(refused.standardError == "You only own 0 bitcoin. Cannot sell 0.000000001.\n")
    #expect(try home.bitpal("holdings").status == 0)
  }

  /// Every kind of valid ledger remains provable, whatever the prices.
  @Test(arguments: UInt64(1)...20)
  func `verify proves sound ledgers after any refresh`(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let home = try TestHome()
    var rows = ["coin_id,type,amount,price,date"]
    for coin in ["bitcoin", "ethereum", "solana"] {
      var held = 0
      for day in 1...28 {
        let isSale = held > 0 && Bool.random(using: &dice)
        let amount =
          isSale
          ? Int.random(in: 1...held, using: &dice) : Int.random(in: 1...999_999_999, using: &dice)
        held += isSale ? -amount : amount
        let price =
          "\(Int.random(in: 0...9999, using: &dice)).\(Int.random(in: 1...9_999_999, using: &dice))"
        let date = "2025-03-\(day < 10 ? "0" : "")\(day)"
        rows.append("\(coin),\(isSale ? "sell" : "buy"),\(amount)e-9,\(price),\(date)")
      }
    }
    let method = CostBasis.allCases[Int(seed) % CostBasis.allCases.count]
    try home.bitpal("config", "set", "cost-basis", method.rawValue)
    let imported = try home.bitpal("import", "-", input: rows.joined(separator: "\n") + "\n")
    try #require(imported.status == 0, "\(imported.standardError)")
    for round in 1...2 {
      let price =
        "\(Int.random(in: 1...9999, using: &dice)).\(Int.random(in: 1...99_999_999, using: &dice))"
      let prices = try home.file(
        "prices.json",
        #"{"bitcoin": "\#(price)", "ethereum": "\#(round).000000017", "solana": "0.00\#(round)"}"#)
      try home.bitpal("refresh", "--prices", prices)
      let verification = try home.bitpal("verify")
      #expect(verification.status == 0, "seed \(seed): \(verification.standardError)")
    }
  }
}
