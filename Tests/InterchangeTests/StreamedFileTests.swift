import BitpalTesting
import Foundation
import Portfolio
import Testing

@testable import Interchange

/// A long file of any form is read row by row, with the same result as one that is read whole.
@Suite struct StreamedFileTests {
  static let now = Date(millisecondsSince1970: 1_790_000_000_000)
  static var coins: CoinDirectory {
    CoinDirectory(
      resolve: { asset in
        switch asset {
        case .fiat, .token: .unknown
        case .id(let id): .listed(id)
        case .idOrSymbol("NONSENSE"), .symbol("NONSENSE", _): .unknown
        case .idOrSymbol(let text), .symbol(let text, _): .bySymbol(text.lowercased())
        }
      }, rank: { $0.utf8.count })
  }

  static let policies: [ImportPolicy] = {
    var plain = ImportPolicy()
    plain.stablecoins = ["USDT", "USDC"]
    plain.rates = Everything()
    plain.prices = Everything()
    var lenient = plain
    lenient.skipsRefused = true
    var generous = lenient
    generous.depositsAreGifts = true
    generous.missingCoinsAreGifts = true
    return [plain, lenient, generous, ImportPolicy()]
  }()

  @Test("a file of every form gives the same plan", arguments: Fixture.names)
  func fixtures(name: String) throws {
    let file = try BothWays(try Fixture.named(name))
    for policy in Self.policies {
      let plan = try file.compare(into: ImportLedger(transactions: []), policy).whole
      guard policy.skipsRefused, !policy.missingCoinsAreGifts else { continue }
      let ledger = ImportLedger(
        transactions: plan.additions.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
        moves: Array(plan.moves.prefix(plan.moves.count / 2)))
      try file.compare(into: ledger, policy)
      try file.compare(into: Self.toldByOthers(ledger), policy)
      try file.compare(into: Self.toldBefore(ledger), policy)
      try file.compare(into: Self.changedSince(ledger), policy)
      try file.compare(into: Self.changedSince(Self.toldByOthers(ledger)), policy)
    }
  }

  @Test func filesInWhichRowsStandAloneAreNotReadWhole() throws {
    let names = [
      "coinbase", "kraken-trades", "binance-trades-2018", "bitstamp", "coinbase-migration",
    ]
    for name in names where Fixture.names.contains(name) {
      let bytes = RowBytes(Array(try Fixture.named(name).text.utf8))
      #expect(try StreamedFile(bytes).rowCount > 0, "\(name)")
    }
  }

  @Test("a file of any number of trades of several rows is not read whole")
  func tradesOfSeveralRows() throws {
    var text = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
    for trade in 0...StreamedFile.mostKept / 2 {
      let start = "2024-01-02 03:04:05,trade,,currency"
      text += "a\(trade),t\(trade),\(start),XXBT,0.5,0,\nb\(trade),t\(trade),\(start),ZUSD,-9,1,\n"
    }
    #expect(try StreamedFile(RowBytes(Array(text.utf8))).rowCount == StreamedFile.mostKept / 2 + 1)
  }

  @Test(
    "any file of named columns gives the same plan",
    arguments: Repetition.seeds(0...59, few: 10))
  func maps(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = Self.file(&random)
    let map = try ColumnMap(
      "date=When,side=What,coin=Coin,amount=Many,total=Sum,fee=Fee,fee-currency=Paid,id=Id,currency==USD"
    )
    let file = try BothWays([text], map)
    for policy in Self.policies.shuffled(using: &random).prefix(2) {
      let whole = try file.compare(into: ImportLedger(transactions: []), policy).whole
      guard seed % 2 == 0 else { continue }
      let some = whole.additions.filter { _ in random.below(3) > 0 }
      let later = Transaction(
        coinId: "btc", type: .sell, amount: 1, pricePerCoin: 5,
        date: Self.now.addingTimeInterval(-86_400))
      let ledger = ImportLedger(
        transactions: some + (some.isEmpty ? [] : [later]),
        moves: whole.moves.filter { _ in random.below(2) == 0 })
      try file.compare(into: ledger, policy)
      try file.compare(into: Self.toldByOthers(ledger), policy)
      try file.compare(into: Self.toldBefore(ledger), policy)
    }
  }

  @Test func aHeadingThatIsNotUTF8IsReadWhole() throws {
    let rows = "When,What,Coin,Many,Sum\n2024-01-01,buy,BTC,1,100\n"
    let map = try ColumnMap("date=When,side=What,coin=Coin,amount=Many,total=Sum,currency==USD")
    let bytes = Array("Kontoausz".utf8) + [0xFC] + Array("ge\n\(rows)".utf8)
    #expect(try readImport(bytes, map: map).isWindowsText)
    #expect(throws: MustReadWhole.self) { try StreamedFile(RowBytes(bytes), map: map) }
  }

  @Test func whatIsHandedOnIsThePlan() throws {
    let text = "When,What,Coin,Many,Sum\n2024-01-01,buy,BTC,1,100\n2024-01-02,sell,BTC,2,50\n"
    let map = try ColumnMap("date=When,side=What,coin=Coin,amount=Many,total=Sum,currency==USD")
    let stream = try StreamedFiles([StreamedFile(RowBytes(Array(text.utf8)), map: map)])
    var additions = 0
    let refused = try stream.plan(
      into: ImportLedger(transactions: []), policy: ImportPolicy(), coins: Self.coins,
      now: Self.now
    ) { _ in additions += 1 }
    #expect(!refused.isAcceptable)
    #expect(refused.refused.map(\.source.line) == [3])
    var policy = ImportPolicy()
    policy.skipsRefused = true
    additions = 0
    let plan = try stream.plan(
      into: ImportLedger(transactions: []), policy: policy, coins: Self.coins, now: Self.now
    ) { _ in additions += 1 }
    #expect(plan.isAcceptable && plan.totals.count == 1 && additions == 1)
  }
}

extension StreamedFileTests {
  /// Rows of every kind by a map: unread, left out, repeated, not covered, of one instant, in any
  /// order.
  static func file(_ random: inout SeededGenerator) -> String {
    let quoted = random.below(3) == 0
    var rows = (0..<random.below(60)).map { index in
      let day = min(1 + index / 3 + random.below(2), 28)
      var cells = [
        random.pick(["2024-02-\(day)", "2024-02-\(day) 10:00:00", "2024-02-\(day) 10:00:00"]),
        random.pick(["buy", "buy", "buy", "sell", "deposit", "withdrawal", "reward", "nothing?"]),
        random.pick(["BTC", "BTC", "ETH", "EUR", index == 7 ? "NONSENSE" : "BTC"]),
        random.pick(["1", "0.5", "2", "7.25", index == 9 ? "x" : "1"]),
        random.pick(["100", "50.5", "3"]), random.pick(["", "", "0.1", "1"]),
        random.pick(["", "USD", "ETH", "BTC"]),
        random.below(3) == 0 ? "id\(random.below(20))" : "",
      ]
      if random.below(40) == 0 { cells[0] = "\(day)/\(random.pick(["2", "13"]))/2024" }
      if random.below(30) == 0 { cells[4] = "\"\(cells[4])\"" }
      if quoted, random.below(4) == 0 { cells[7] = "\"two\nlines\"" }
      return cells.joined(separator: ",")
    }
    if random.below(2) == 0 { rows.removeAll { $0.contains("nothing?") || $0.contains("x") } }
    if random.below(3) == 0 { rows.reverse() }
    if random.below(3) == 0 { rows += rows.prefix(3) }
    let end = random.pick(["\n", "\r\n", "\n\n"])
    return random.pick(["", "", "my rows\n\n"]) + "When,What,Coin,Many,Sum,Fee,Paid,Id\n"
      + rows.joined(separator: end) + random.pick(["", "\n"])
  }
}

private struct Everything: ExchangeRates, DailyPrices {
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    ExchangeRate(numerator: 11, denominator: 10, day: day, source: "ECB")
  }

  func newestRate(from: String, to: String) -> ExchangeRate? { nil }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    DailyPrice(price: 40, day: day, source: "test")
  }
}

extension SeededGenerator {
  fileprivate mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
