import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Several reports of one account, which tell the same, in several pieces: however they are
/// imported, everything counts once.
struct ThreeReportsTests {
  private static let orders =
    "Date(UTC),OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,"
    + "Trading total,Status"
  private static let trades = "Date(UTC),Pair,Side,Price,Executed,Amount,Fee"
  private static let statement = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark"
  private static let moves =
    "Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status"

  /// What happened in one second, as each report tells it: the orders know no fees.
  private struct Second {
    var rows: [String: [String]] = [:]

    /// - Parameter isBought: Else sold.
    init(_ time: String, _ isBought: Bool, fills: [Int], number: Int) {
      func coins(_ count: Int) -> String { "0.\(count)" }
      let (side, all) = (isBought ? "BUY" : "SELL", fills.reduce(0, +))
      rows["orders"] = [
        "\(time),\(number),BTCUSDT,LIMIT,\(side),40000,\(coins(all))BTC,\(time),\(coins(all))BTC,"
          + "40000,\(all * 4000)USDT,FILLED"
      ]
      rows["trades"] = fills.map {
        "\(time),BTCUSDT,\(side),40000,\(coins($0))BTC,\($0 * 4000)USDT,"
          + (isBought ? "0.000\($0)BTC" : "\($0 * 4)USDT")
      }
      rows["statement"] = fills.flatMap { fill -> [String] in
        let (coin, money) = (isBought ? "" : "-", isBought ? "-" : "")
        return [
          "7,\(time),Spot,Transaction \(isBought ? "Buy" : "Sold"),BTC,\(coin)\(coins(fill)),",
          "7,\(time),Spot,Transaction \(isBought ? "Spend" : "Revenue"),USDT,\(money)\(fill * 4000),",
          "7,\(time),Spot,Transaction Fee,"
            + (isBought ? "BTC,-0.000\(fill)," : "USDT,-\(fill * 4),"),
        ]
      }
    }

    /// A withdrawal, which the statement has some minutes earlier, its fee in the amount.
    init(sent day: String, _ count: Int) {
      rows["statement"] = [
        "7,\(day) 12:55:45,Spot,Withdraw,BTC,-0.\(count)002,Withdraw fee is included"
      ]
      rows["moves"] = [
        "\(day) 13:00:10,BTC,BTC,0.\(count),0.0002,bc1q,\(day.filter(\.isNumber)),,,Completed"
      ]
    }
  }

  private struct Piece: CustomStringConvertible {
    let name: String
    let text: String
    let description: String
  }

  private static let headers = [
    "orders": orders, "trades": trades, "statement": statement, "moves": moves,
  ]

  private static func piece(_ report: String, _ seconds: [Second], _ range: Range<Int>) -> Piece {
    let rows = seconds[range].flatMap { $0.rows[report] ?? [] }
    return Piece(
      name: report == "moves" ? "withdraw.csv" : "\(report).csv",
      text: ([headers[report] ?? ""] + rows).joined(separator: "\n"),
      description: "\(report) \(range)")
  }

  private static func seconds(_ random: inout SeededGenerator, sales: Bool) -> [Second] {
    (1...6).map { day in
      let date = "2024-0\(day)-01"
      if day > 1, Int.random(in: 0..<4, using: &random) == 0 {
        return Second(sent: date, Int.random(in: 1...2, using: &random))
      }
      let fills = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 1...2, using: &random)
      }
      let isBought = !sales || Bool.random(using: &random)
      return Second("\(date) 10:00:0\(day)", isBought, fills: fills, number: 70 + day)
    }
  }

  private let held = Transaction(
    coinId: "bitcoin", type: .buy, amount: 9, pricePerCoin: 5, date: instant("2023-01-01"))

  private func plan(
    _ pieces: [Piece], into ledger: ImportLedger, skipsRefused: Bool = false
  ) throws -> ImportPlan {
    var policy = InterchangeTests.policy(stable: ["USDT"])
    policy.skipsRefused = skipsRefused
    return planImport(
      try pieces.enumerated().map { place, piece in
        try readImport(Array(piece.text.utf8), name: "\(place)-\(piece.name)")
      },
      into: ledger, policy: policy, coins: CoinDirectory(resolve: testCatalogue), now: testNow)
  }

  /// What the ledger has of each second, however many rows that are, and each withdrawal.
  private func figures(_ ledger: ImportLedger) -> [String] {
    var sums: [String: Decimal] = [:]
    for row in ledger.transactions where row.category != .fee {
      sums["\(row.date.utcText) \(row.type)", default: 0] += row.amount
    }
    let lost = ledger.transactions.filter { $0.category == .fee }.map(\.amount)
    let sent = ledger.moves.map { $0.amount - $0.fee }
    return sums.map { "\($0) \($1.canonicalText)" }.sorted()
      + ["\(ledger.moves.count) moves", (sent + lost.map(-)).reduce(0, +).canonicalText]
  }

  @Test(
    "reports in pieces, imported in any groups and order",
    arguments: Repetition.seeds(0...119, few: 12))
  func anyGroups(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let seconds = Self.seconds(&random, sales: true)
    let whole = ["orders", "trades", "statement", "moves"].map {
      Self.piece($0, seconds, 0..<seconds.count)
    }
    let start = ImportLedger(transactions: [held])
    let wanted = figures(
      start.withJournal(try plan([whole[1], whole[3]], into: start)))
    var pieces = ["orders", "trades", "statement", "moves"].flatMap { report in
      let (end, begin) = (
        Int.random(in: 2...5, using: &random), Int.random(in: 0...2, using: &random)
      )
      return [
        Self.piece(report, seconds, 0..<end), Self.piece(report, seconds, begin..<seconds.count),
      ]
    }
    pieces.shuffle(using: &random)
    var (ledger, groups) = (start, [[Piece]]())
    while !pieces.isEmpty {
      let group = Array(pieces.prefix(Int.random(in: 1...3, using: &random)))
      pieces.removeFirst(group.count)
      groups.append(group)
      let plan = try plan(group, into: ledger)
      #expect(plan.refusedSummary == [], "\(groups)")
      ledger = ledger.withJournal(plan)
    }
    #expect(figures(ledger) == wanted, "\(groups)")
  }

  private static let some = [
    Second("2024-02-01 10:00:01", true, fills: [1], number: 70),
    Second("2024-03-01 10:00:02", true, fills: [2, 1], number: 71), Second(sent: "2024-04-06", 1),
    Second("2024-05-01 10:00:03", false, fills: [2], number: 72), Second(sent: "2024-05-17", 2),
    Second("2024-06-01 10:00:04", true, fills: [2], number: 73),
  ]

  private static func all(_ report: String) -> Piece { piece(report, some, 0..<6) }
  private static func begin(_ report: String) -> Piece { piece(report, some, 0..<5) }
  private static func end(_ report: String) -> Piece { piece(report, some, 1..<6) }

  @Test(
    "what replaces a row is what further reports are compared with",
    arguments: [
      [[all("orders"), all("statement"), all("trades"), all("moves")]],
      [[all("orders")], [all("trades"), all("statement"), all("moves")]],
      [[begin("orders")], [end("orders"), all("trades"), all("moves")]],
      [[begin("orders")], [end("orders"), begin("trades"), all("moves")], [end("trades")]],
      [[begin("statement")], [end("statement"), all("moves")]],
    ])
  private func replaced(groups: [[Piece]]) throws {
    let start = ImportLedger(transactions: [held])
    let ledger = try groups.reduce(start) { $0.withJournal(try plan($1, into: $0)) }
    let whole = try plan([Self.all("trades"), Self.all("moves")], into: start)
    #expect(figures(ledger) == figures(start.withJournal(whole)))
  }

  @Test func `a withdrawal is known again whose fee waited for coins`() throws {
    let sent = Self.piece("statement", [Second(sent: "2024-04-06", 1)], 0..<1)
    let bought = Piece(
      name: "statement.csv",
      text: """
        \(Self.statement)
        7,2024-01-19 09:18:16,Spot,Buy Crypto With Fiat,USD,-19000,
        7,2024-01-19 09:18:16,Spot,Buy Crypto With Fiat,BTC,0.5,
        """, description: "bought")
    let arrived = Piece(
      name: "ledger.csv",
      text: """
        Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export
        2024-04-06T13:25:27.000Z,Confirmed,BTC,IN,0.1,0.00001,20240406,BTC 1,xpub,USD,1,2
        """, description: "arrived")
    let told = Self.piece("moves", [Second(sent: "2024-04-06", 1)], 0..<1)
    func ledger(_ pieces: [Piece]) throws -> ImportLedger {
      try pieces.reduce(ImportLedger(transactions: [])) {
        $0.withJournal(try plan([$1], into: $0))
      }
    }
    let inTime = try ledger([bought, sent, arrived])
    #expect(inTime.moves.allSatisfy { $0.transfer != nil })
    #expect(inTime.transactions.map(\.amount) == [0.5, decimal("0.0002")])
    let late = try ledger([sent, arrived, bought])
    #expect(late.lines == inTime.lines)
    #expect(late.transactions.map(\.reference) == inTime.transactions.map(\.reference))
    for ledger in [inTime, late] {
      #expect(ledger.withJournal(try plan([told], into: ledger)).lines == inTime.lines)
    }
  }

  @Test(
    "rows that are refused for lack of coins come in later, once",
    arguments: Repetition.seeds(0...119, few: 12))
  func refusedFirst(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let seconds = Self.seconds(&random, sales: true)
    let reports = ["trades", "statement", "moves"]
    let whole = reports.map { Self.piece($0, seconds, 0..<seconds.count) }
    let bought = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 5, date: instant("2023-01-01"))
    let start = ImportLedger(transactions: [bought])
    var covered = bought
    covered.amount = 9
    let all = ImportLedger(transactions: [covered])
    let wanted = figures(all.withJournal(try plan([whole[0], whole[2]], into: all)))
    let cut = Int.random(in: 1...5, using: &random)
    var pieces = reports.flatMap {
      [Self.piece($0, seconds, 0..<cut), Self.piece($0, seconds, cut..<seconds.count)]
    }
    pieces.shuffle(using: &random)
    var ledger = start
    for piece in pieces.prefix(3) {
      ledger = ledger.withJournal(try plan([piece], into: ledger, skipsRefused: true))
    }
    ledger = ImportLedger(
      transactions: [covered] + ledger.transactions.filter { $0.id != bought.id },
      moves: ledger.moves, beforeEdits: ledger.overview.beforeEdits)
    for piece in pieces + whole {
      let plan = try plan([piece], into: ledger)
      #expect(plan.refusedSummary == [])
      ledger = ledger.withJournal(plan)
    }
    #expect(figures(ledger) == wanted, "\(pieces)")
  }
}

extension ImportLedger {
  /// As ``with(_:)``; what the plan changes or removes is known as it came in.
  func withJournal(_ plan: ImportPlan) -> ImportLedger {
    let after = with(plan)
    let changed = Set(plan.changedMoves.map(\.id))
    let (first, moved) = (overview.beforeEdits.transactions, overview.beforeEdits.moves)
    return ImportLedger(
      transactions: after.transactions, moves: after.moves,
      beforeEdits: RowsBeforeEdits(
        Array(first.values) + plan.replaced.filter { first[$0.id] == nil },
        Array(moved.values)
          + (moves.filter { changed.contains($0.id) } + plan.replacedMoves).filter {
            moved[$0.id] == nil
          }))
  }
}
