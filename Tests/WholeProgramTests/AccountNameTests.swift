import Foundation
import Testing

/// Account names that differ only in case mean the same account in every command.
struct AccountNameTests {
  private static let binance =
    "Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n"
    + "2024-02-01 10:00:01,BTCUSDT,BUY,40000,0.1BTC,4000USDT,0.001BTC\n"

  private func accounts(_ home: TestHome) throws -> Set<Substring> {
    let rows = try home.bitpal("accounts", "--csv").output.split(separator: "\n").dropFirst()
    return Set(rows.compactMap { $0.split(separator: ",").first })
  }

  @Test func `an import without an account is of the account that was typed, and the other way`()
    throws
  {
    for isTypedFirst in [true, false] {
      let home = try TestHome()
      let file = try home.file("t.csv", Self.binance)
      func buy() throws {
        try home.bitpal(
          "buy", "binancecoin", "1", "--total", "300", "--date", "2024-01-01", "--account",
          "Binance")
      }
      if isTypedFirst { try buy() }
      try home.bitpal("import", file, "--stable", "USDT")
      if !isTypedFirst { try buy() }
      #expect(try accounts(home) == [isTypedFirst ? "Binance" : "binance"])
      #expect(
        try home.bitpal("import", file, "--stable", "USDT").output.hasSuffix("Nothing was added.\n")
      )
    }
  }

  @Test func `an edit and a sale take the spelling of the ledger`() throws {
    let home = try TestHome()
    try home.bitpal(
      "buy", "bitcoin", "2", "--price", "5", "--date", "2024-01-01", "--account", "Kraken")
    try home.bitpal(
      "sell", "bitcoin", "1", "--price", "9", "--date", "2024-01-02", "--account", "KRAKEN")
    #expect(try accounts(home) == ["Kraken"])
    try home.bitpal("buy", "ethereum", "1", "--price", "5", "--date", "2024-01-03")
    let rows = try home.bitpal("transactions", "--coin", "ethereum", "--csv").output
    let id = try #require(rows.split(separator: "\n").last?.split(separator: ",").first)
    try home.bitpal("edit", String(id), "--account", "kraken")
    #expect(try accounts(home) == ["Kraken"])
    for report in ["transactions", "accounts"] {
      let named = try home.bitpal(report, "--account", "KRAKEN", "--csv").output
      #expect(try home.bitpal(report, "--csv").output == named && named.contains("Kraken"))
    }
  }

  @Test func `rows of bitpal's own files take the spelling of the ledger, too`() throws {
    let home = try TestHome()
    try home.bitpal(
      "buy", "solana", "2", "--price", "100", "--date", "2024-02-05", "--account", "Kraken")
    func file(_ name: String, _ account: String, _ day: Int) throws -> String {
      try home.file(
        name,
        "coin_id,type,amount,price,date,notes,account\n"
          + "solana,buy,1,105,2024-02-0\(day)T10:30:17Z,,\(account)\n")
    }
    try home.bitpal("import", try file("one.csv", "kraken", 6))
    try home.bitpal("import", try file("two.csv", "KRAKEN", 7))
    #expect(try accounts(home) == ["Kraken"])
    #expect(try home.bitpal("verify").status == 0)
    let empty = try TestHome()
    try empty.bitpal("import", "\(home.path)/one.csv", "\(home.path)/two.csv")
    #expect(try accounts(empty).count == 1)
    #expect(try empty.bitpal("verify").status == 0)
  }

  @Test func `rows of bitpal's own files stay where they are when a file names an owner`() throws {
    let home = try TestHome()
    let own = try home.file(
      "own.csv",
      "coin_id,type,amount,price,date,notes,account\n"
        + "solana,buy,1,105,2024-02-06T10:30:17Z,,binance\n")
    let statement = try home.file(
      "statement.csv",
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2024-01-17 01:10:03,Spot,Deposit,ADA,700,""

      """)
    try home.bitpal("import", own)
    try home.bitpal("import", statement)
    let rows = try home.done("accounts --csv").split(separator: "\n").dropFirst()
    #expect(rows.map { $0.prefix { $0 != "," } } == ["binance", "binance 1"], "\(rows)")
    try home.done("verify")
  }
}
