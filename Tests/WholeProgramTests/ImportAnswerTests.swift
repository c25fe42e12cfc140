import Foundation
import Testing

/// What an import asks on a terminal, and the effect of the answers.
@Suite(.serialized)
struct ImportAnswerTests {
  private let kraken = "txid,refid,time,type,subtype,asset,amount,fee\n"
  private let own = "coin_id,type,amount,price,date,notes\n"

  @Test func `a row of two files counts once`() throws {
    let home = try TestHome()
    let deposit = "L1,R1,2022-03-04 10:00:00,deposit,,XETH,2,0\n"
    let one = try home.file("one.csv", kraken + deposit)
    let two = try home.file(
      "two.csv", kraken + deposit + "L2,R2,2022-03-05 10:00:00,deposit,,XETH,3,0\n")
    let first = try home.bitpal("import", one, two)
    #expect(first.output.hasSuffix("Added 2 moves.\n"))
    #expect(first.output.contains("1 already known"), "\(first.output)")
    let again = try home.bitpal("import", one)
    #expect(again.output.hasSuffix("Nothing was added.\n"))
    #expect(again.standardError == "one.csv is in the ledger already.\n")
  }

  @Test func `a stablecoin is asked about where no option says what it is`() throws {
    let home = try TestHome()
    let path = try home.file(
      "kraken.csv", kraken + "L1,R1,2022-03-04 10:00:00,deposit,,USDT,200,0\n")
    let question = "Does USDT count as US dollars? Until you say so, it is a coin."
    let taken = try home.bitpal("import", path, "--dry-run", "--stable", "DAI")
    #expect(taken.output.contains(question), "\(taken.output)")
    for said in ["USDT", "none"] {
      let answered = try home.bitpal("import", path, "--dry-run", "--stable", said)
      #expect(!answered.output.contains(question), "\(said): \(answered.output)")
    }
  }

  @Test func `a terminal asks what waits, says what each answer does, and Enter is later`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      let path = try home.file(
        "own.csv", own + "solana,buy,1,2,2024-01-01,\nbitcoin,sell,1,2500,2024-01-02,\n")
      let terminal = try Tmux(home, columns: 200, rows: 50)
      try terminal.start("import \(path); echo left with $?")
      let asked = try terminal.wait(for: "Which one? [Enter: later]")
      #expect(asked.contains("own.csv line 3:"), "\(asked)")
      #expect(asked.contains("2  gift: received for free"), "\(asked)")
      #expect(asked.contains("gain +$2,500.00 (average cost)"), "\(asked)")
      #expect(asked.contains("1  price DOLLARS"), "\(asked)")
      #expect(asked.contains("3  skip: leave the rows out"), "\(asked)")
      try terminal.type("7", "Enter")
      try terminal.wait(for: "That is not one of the answers.")
      try terminal.type("1", "Enter")
      try terminal.wait(for: "price DOLLARS: which value?")
      try terminal.type("q", "Enter", "q", "Enter")
      try terminal.wait(for: "Add 1 transaction? [y/N]")
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 0")
      #expect(try home.bitpal("files", "--csv").output.split(separator: "\n").count == 1)
      try terminal.clear()
      try terminal.start("import \(path); echo went with $?")
      try terminal.wait(for: "Which one? [Enter: later]")
      try terminal.type("1 2000", "Enter")
      try terminal.wait(for: "Add 3 transactions? [y/N]")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "went with 0")
      #expect(try home.bitpal("inbox", "answers").output.contains("price 2000"))
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  @Test func `a no at the end says that the answers are gone`() async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file(
        "own.csv", own + "solana,buy,1,2,2024-01-01,\nbitcoin,sell,1,2500,2024-01-02,\n")
      let terminal = try Tmux(home, columns: 200, rows: 50)
      try terminal.start("import \(path); echo left with $?")
      try terminal.wait(for: "Which one? [Enter: later]")
      try terminal.type("1 2000", "Enter")
      try terminal.wait(for: "Add 3 transactions? [y/N]")
      try terminal.type("n", "Enter")
      try terminal.wait(for: "left with 0")
      try terminal.wait(
        for: "Nothing was added, and your answers were not kept. The same command asks again.")
      #expect(try home.bitpal("inbox", "answers", "--csv").output.split(separator: "\n").count == 1)
    }
  }

  @Test func `ten files of nine exchanges are one command and at most five questions`() async throws
  {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let names = [
      "coinbase", "kraken-ledgers", "kraken-trades", "binance-statement-2024", "bitstamp",
      "bitvavo", "gemini", "kucoin", "okx-trades-2024", "crypto-com",
    ]
    try await onThread {
      let home = try TestHome()
      let files = try names.map { name in
        let fixture = "\(folder)/ImportFormsTests/Formats/Fixtures/\(name).csv"
        return try home.file("\(name).csv", try String(contentsOfFile: fixture, encoding: .utf8))
      }
      let terminal = try Tmux(home, columns: 200, rows: 50)
      let record = try terminal.record("asked.txt")
      func seen() throws -> String { try String(contentsOfFile: record, encoding: .utf8) }
      func questions(_ text: String) -> [String] {
        text.components(separatedBy: "Which one? [Enter: later]").dropLast()
      }
      try terminal.start("import \(files.joined(separator: " ")); echo left with $?")
      var answered = 0
      while true {
        try terminal.wait("a question, or the last") { _ in
          let text = try seen()
          return text.contains("[y/N]") || questions(text).count > answered
        }
        guard try questions(seen()).count > answered else { break }
        let asks = try questions(seen())[answered]
        answered += 1
        try terminal.type(asks.contains("count as US dollars?") ? "1" : "", "Enter")
      }
      let shown = try seen()
      #expect((1...5).contains(answered), "\(shown)")
      #expect(shown.contains("The other questions wait in `bitpal inbox`."))
      try terminal.type("y", "Enter")
      try terminal.wait(for: "left with 0")
      #expect(try home.bitpal("files", "--csv").output.split(separator: "\n").count == 11)
      #expect(try !home.bitpal("holdings", "--csv").output.contains("tether"))
      #expect(try home.bitpal("verify").status == 0)
    }
  }

  @Test func `a dry run on a terminal asks nothing`() async throws {
    try await onThread {
      let home = try TestHome()
      let path = try home.file("own.csv", own + "bitcoin,sell,1,2500,2024-01-02,\n")
      let terminal = try Tmux(home, columns: 200)
      try terminal.start("import \(path) --dry-run; echo left with $?")
      let shown = try terminal.wait(for: "left with 0")
      #expect(shown.contains("1 row waits (own.csv line 2):") && !shown.contains("Which one?"))
    }
  }

  @Test func `answers of one cause are given once`() async throws {
    try await onThread {
      let home = try TestHome()
      let header = "tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency\n"
      let first = try home.file(
        "first.csv",
        header + "2022-05-01 10:00:00,LINK-USDT,buy,10,2,20,0.02,USDT\n"
          + "2022-05-02 10:00:00,LINK-USDT,buy,10,3,30,0.03,USDT\n")
      let second = try home.file(
        "second.csv", header + "2022-05-03 10:00:00,LINK-USDT,buy,10,3,30,0.03,USDT\n")
      let terminal = try Tmux(home, columns: 200, rows: 50)
      try terminal.start("import \(first); echo left with $?")
      try terminal.wait(for: "2 rows: Does USDT count as US dollars?")
      try terminal.wait(for: "Which one? [Enter: later]")
      try terminal.type("1", "Enter")
      try terminal.wait(for: "Add 2 transactions? [y/N]")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "left with 0")
      try terminal.clear()
      try terminal.start("import \(second); echo went with $?")
      let again = try terminal.wait(for: "Add 1 transaction? [y/N]")
      #expect(!again.contains("Which one?"), "\(again)")
      try terminal.type("y", "Enter")
      try terminal.wait(for: "went with 0")
      #expect(try home.bitpal("holdings", "--csv").output.contains("chainlink"))
      #expect(try !home.bitpal("holdings", "--csv").output.contains("tether"))
    }
  }

  @Test func `what an option said holds for later imports, until another is given`() throws {
    let rows = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.02BTC,1200USDT,1.2USDT
      2024-03-02 10:00:00,BTCUSDT,SELL,61000,0.005BTC,305USDT,0.3USDT

      """
    let home = try TestHome()
    let path = try home.file("trades.csv", rows)
    try home.bitpal("import", path, "--stable", "USDT")
    let before = try home.bitpal("transactions", "--csv").output
    #expect(try home.bitpal("import", path).output.hasSuffix("Nothing was added.\n"))
    #expect(try home.bitpal("transactions", "--csv").output == before)
    #expect(try home.bitpal("config", "set", "import.stable", "USDX=no").status == 2)
    // As a coin, USDT was never bought: the purchase waits, and so does the sale that needs it.
    let other = try home.bitpal("import", path, "--stable", "USDT=no")
    #expect(other.output.contains("wait"), "\(other)")
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("transactions", "--csv").output == before)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `none makes all stablecoins coins again, and rereading applies the setting`() throws {
    let home = try TestHome()
    let path = try home.file(
      "binance.csv",
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2024-01-01 10:00:00,Spot,Deposit,USDT,1000,""
      1,2024-01-02 10:00:00,Spot,Transaction Buy,SOL,5,""
      1,2024-01-02 10:00:00,Spot,Transaction Spend,USDT,-500,""

      """)
    let other = try TestHome()
    try other.bitpal("import", path, "--stable", "none")
    let coins = try other.done("accounts --csv")
    #expect(coins.contains("tether"))
    try home.bitpal("import", path, "--stable", "USDT")
    let dollars = try home.done("accounts --csv")
    #expect(!dollars.contains("tether"))
    try home.bitpal("import", path, "--stable", "none")
    #expect(try home.done("accounts --csv") == coins)
    try home.done("config set import.stable USDT")
    try home.done("files reread")
    #expect(try home.done("accounts --csv") == dollars)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a picture is written in the format that its file's name ends in`() throws {
    let home = try TestHome()
    func beginning(_ name: String, _ options: String...) throws -> String {
      let path = "\(home.path)/\(name)"
      let ended = try home.run(["screenshot", "--size", "small", "-o", path] + options)
      #expect(ended.status == 0, "\(ended.standardError)")
      return String(try String(contentsOfFile: path, encoding: .utf8).prefix(5))
    }
    #expect(try beginning("a.svg").hasPrefix("<svg"))
    #expect(try beginning("b.SVG").hasPrefix("<svg"))
    #expect(try !beginning("c.svg", "--format", "text").hasPrefix("<"))
    #expect(try !beginning("d.txt").hasPrefix("<"))
    #expect(try !beginning("plain").hasPrefix("<"))
  }
}
