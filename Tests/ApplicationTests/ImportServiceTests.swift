import BitpalTesting
import Exact
import Foundation
import Import
import LedgerStore
import Portfolio
import Testing

@testable import Application

/// How files and answers change the ledger.
@Suite struct ImportServiceTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private let service: ImportService

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    service = ImportService(
      ledger: ledger, rules: Self.rules, valueRules: Self.valueRules,
      clock: { Date(timeIntervalSince1970: 1_800_000_000) })
  }

  private static let rules = DerivationRules(
    traits: [
      "fills": FormTraits(rank: 0, roles: [.trade], idSpaces: [IDSpace("trade", .trade)]),
      "report": FormTraits(rank: 1, roles: Set(Role.allCases), isComplete: true),
      "orders": FormTraits(rank: 2, roles: [.trade], rows: .orders),
    ], cashAssets: ["USD", "USDT"])

  private static let valueRules = ValueRules(
    meaning: { name, _ in
      switch name {
      case "USD": .money("USD")
      case "BTC", "id:bitcoin": .coin("bitcoin")
      case "ETH": .coin("ethereum")
      case "USDT": .coin("tether")
      default: nil
      }
    },
    evidence: Evidence(
      rates: NoRates(), prices: NoPrices(), isMoney: { $0 == "USD" }, rank: { _ in nil }))

  private struct NoRates: ExchangeRates {
    func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? { nil }
    func newestRate(from: String, to: String) -> ExchangeRate? { nil }
  }

  private struct BitcoinPrice: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      coinId == "bitcoin" ? DailyPrice(price: 60_000, day: day, source: "test") : nil
    }
  }

  private struct NoPrices: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? { nil }
  }

  /// A file of lines like `12:00:00 trade 1 BTC -60000 USD`.
  private func file(_ name: String, _ form: String, _ lines: [String]) -> ReadFile {
    let text = lines.joined(separator: "\n")
    var file = ReadFile(name: name, form: form, bytes: Array("\(form)\n\(text)".utf8))
    let digest = file.digestText
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      let clock = words[0].split(separator: ":").compactMap { Int64($0) }
      let seconds = clock.reduce(0) { $0 * 60 + $1 }
      func amount(_ index: Int) -> Amount? {
        words.count > index + 1
          ? Amount(words[index + 1], Quantity(words[index]) ?? .zero) : nil
      }
      let role: Role = words[1] == "reward" ? .reward : .trade
      let fact = Fact(
        source: FactSource(form: form, file: digest, line: index + 2, cells: line),
        scope: Scope(account: "exchange"), role: role,
        instant: PrintedInstant(at: (1_700_000_000 / 86_400 * 86_400 + seconds) * 1_000_000),
        amount: amount(2) ?? Amount("USD", .zero), counter: amount(4))
      file.records.append(
        Record(line: index + 2, cells: line, state: .read, facts: [fact]))
    }
    return file
  }

  private var summary: [String] {
    get throws {
      try ledger.transactions().map { "\($0.kind.rawValue) \($0.amount) \($0.coinId)" }
    }
  }

  private func expectSound() throws {
    #expect(try ledger.verifyStorage(now: Date(timeIntervalSince1970: 1_800_000_000)).faults == [])
    let current = try service.current()
    #expect(current.changes.isEmpty)
    #expect(try service.questions() == current.questions)
  }

  @Test func `files in any order give one ledger`() throws {
    let fills = file("fills.csv", "fills", ["10:00:00 trade 1 BTC -60000 USD"])
    let report = file(
      "report.csv", "report",
      ["10:00:00 trade 1 BTC -60000 USD", "11:00:00 trade -0.5 BTC 31000 USD"])
    let preview = try service.preview(.add([report]))
    #expect(preview.changes.added == 2)
    #expect(try ledger.transactions().isEmpty)
    _ = try service.apply(.add([report]), label: "import report.csv")
    try expectSound()
    _ = try service.apply(.add([fills]), label: "import fills.csv")
    #expect(try summary == ["buy 1 bitcoin", "sell 0.5 bitcoin"])
    #expect(
      try ledger.imports.summaries().map(\.states) == [[.counts: 1, .elsewhere: 1], [.counts: 1]])
    try expectSound()
    let rows = try ledger.transactions()
    _ = try service.apply(.remove([2]), label: "remove fills.csv")
    #expect(try summary == ["buy 1 bitcoin", "sell 0.5 bitcoin"])
    _ = try service.apply(.add([fills]), label: "import fills.csv")
    #expect(try ledger.transactions() == rows)
    let again = try service.apply(.add([fills, report]), label: "import again")
    #expect(again.changes.isEmpty && again.change == nil)
    try expectSound()
  }

  @Test func `an order names each of its fills`() throws {
    let fills = file(
      "fills.csv", "fills", ["10:00:00 trade 1 BTC -60000 USD", "10:00:00 trade 2 BTC -120000 USD"])
    let orders = file("orders.csv", "orders", ["10:00:00 trade 3 BTC -180000 USD"])
    _ = try service.apply(.add([fills, orders]), label: "import")
    #expect(try summary == ["buy 1 bitcoin", "buy 2 bitcoin"])
    let number = try #require(try ledger.imports.files().first { $0.name == "orders.csv" }).id
    let repeated = try service.repeatedRows(of: number)
    #expect(repeated.counting(for: 2).map(\.file.name) == ["fills.csv"])
    #expect(repeated.counting(for: 2).map(\.lines) == [[2, 3]])
    let key = try #require(repeated.keptRows(with: 2))
    _ = try service.apply(.answer([key: .two]), label: "keep")
    #expect(try summary.sorted() == ["buy 1 bitcoin", "buy 2 bitcoin", "buy 3 bitcoin"])
    try expectSound()
  }

  @Test func `a question about an order names its coin, not what paid for it`() throws {
    let fills = file("fills.csv", "fills", ["10:00:00 trade -1 BTC 60000 USDT"])
    let orders = file("orders.csv", "orders", ["10:00:00 trade 180000 USDT -3 BTC"])
    let open = try service.apply(.add([fills, orders]), label: "import").questions
    let question = try #require(open.first { $0.question.kind == .restOfOrder })
    #expect(
      question.sentence == "Your order of Bitcoin (BTC) and its fills do not add up.",
      "\(question.sentence)")
  }

  @Test func `an answer books and revoking takes back`() throws {
    let report = file(
      "report.csv", "report", ["10:00:00 trade 1 XYZ -50 USD", "11:00:00 trade -2 ETH 6000 USD"])
    let open = try service.apply(.add([report]), label: "import")
    #expect(try summary == [])
    #expect(open.questions.map(\.question.kind) == [.unknownCoin, .uncovered])
    let keys = open.questions.map(\.question.key)
    _ = try service.apply(.answer([keys[0]: .coin("xyz-coin")]), label: "answer")
    #expect(try summary == ["buy 1 xyz-coin"])
    _ = try service.apply(.answer([keys[1]: .gift]), label: "answer")
    #expect(try summary == ["buy 1 xyz-coin", "gift 2 ethereum", "sell 2 ethereum"])
    try expectSound()
    _ = try service.apply(.revoke([keys[0]]), label: "revoke")
    #expect(try summary == ["gift 2 ethereum", "sell 2 ethereum"])
    _ = try ledger.undo(now: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(try ledger.imports.answers().count == 2)
    #expect(try summary.count == 3)
    try expectSound()
  }

  @Test func `an answer given before is the same as after`() throws {
    let report = file("report.csv", "report", ["10:00:00 trade 1 XYZ -50 USD"])
    let key = Question.Key("coin|XYZ")
    _ = try service.apply(.answer([key: .coin("xyz-coin")]), label: "answer")
    let result = try service.apply(.add([report]), label: "import")
    #expect(try summary == ["buy 1 xyz-coin"])
    #expect(result.questions.isEmpty)
    #expect(result.changes.added == 1)
    try expectSound()
  }

  @Test func `typed rows cover sales and stay`() throws {
    let typed = Transaction(
      coinId: "ethereum", type: .buy, amount: 2, pricePerCoin: 100,
      date: Date(timeIntervalSince1970: 1_600_000_000))
    try ledger.apply(.add([typed]), now: Date(timeIntervalSince1970: 1_800_000_000))
    let report = file("report.csv", "report", ["11:00:00 trade -2 ETH 6000 USD"])
    _ = try service.apply(.add([report]), label: "import")
    #expect(try summary == ["buy 2 ethereum", "sell 2 ethereum"])
    _ = try service.apply(.remove([1]), label: "remove")
    #expect(try ledger.transactions() == [typed])
    try expectSound()
  }

  private let clock: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }

  @Test func `rows of one instant are in the order of the derivation`() throws {
    let sale = file("sale.csv", "report", ["10:00:00 trade -1 BTC 61000 USD"])
    let bought = file("bought.csv", "fills", ["10:00:00 trade 1 BTC -60000 USD"])
    let held = try service.apply(.add([sale]), label: "import")
    #expect(held.questions.map(\.question.kind) == [.uncovered])
    _ = try service.apply(
      .answer([held.questions[0].question.key: .gift]), label: "answer")
    #expect(try summary == ["gift 1 bitcoin", "sell 1 bitcoin"])
    let result = try service.apply(.add([bought]), label: "import")
    #expect(try summary == ["buy 1 bitcoin", "sell 1 bitcoin"])
    #expect(result.changes.reordered == 1)
    let after = try ledger.transactions()
    _ = try ledger.undo(now: clock())
    _ = try ledger.redo(now: clock())
    #expect(try ledger.transactions() == after)
    try expectSound()
  }

  /// Kraken bought at 10, Ledger at 20; a file of the exchange sells one at 100.
  private func effect(
    _ lots: LotsPerAccount?, _ moves: [Move] = [], _ costBasis: CostBasis = .fifo
  ) throws -> ChangeEffect {
    func purchase(_ price: Price, _ account: String, _ day: Int) -> Transaction {
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: price,
        date: Date(timeIntervalSince1970: 1_600_000_000 + Double(day) * 86_400), account: account)
    }
    try ledger.add(label: "test", clock: clock) { _ in
      LedgerBatch(
        transactions: [purchase(10, "Kraken", 0), purchase(20, "exchange", 1)], moves: moves)
    }
    let service = ImportService(
      ledger: ledger, rules: Self.rules, valueRules: Self.valueRules, costBasis: costBasis,
      lots: lots, clock: clock)
    return try service.preview(
      .add([file("sale.csv", "report", ["11:00:00 trade -1 BTC 100 USD"])])
    ).effect
  }

  @Test func `an effect counts one book over all accounts`() throws {
    #expect(try effect(nil).gain == 90)
  }

  @Test func `an effect counts the lots of its account`() throws {
    #expect(try effect(LotsPerAccount()).gain == 80)
  }

  @Test func `an effect counts lots that a transfer carried`() throws {
    let date = Date(timeIntervalSince1970: 1_650_000_000)
    var left = Move(account: "Kraken", coinId: "bitcoin", amount: -1, date: date)
    let arrived = Move(
      account: "exchange", coinId: "bitcoin", amount: 1, date: date, transfer: left.id)
    left.transfer = arrived.id
    #expect(try effect(LotsPerAccount(), [left, arrived]).gain == 90)
  }

  @Test func `an effect of coins that nothing explains is unknown`() throws {
    let left = Move(
      account: "exchange", coinId: "bitcoin", amount: -1,
      date: Date(timeIntervalSince1970: 1_650_000_000))
    #expect(try effect(LotsPerAccount(), [left]).gain == nil)
  }

  @Test func `what a person changed survives every import`() throws {
    let report = file(
      "report.csv", "report",
      ["10:00:00 trade 1 BTC -60000 USD", "11:00:00 trade 2 ETH -6000 USD"])
    _ = try service.apply(.add([report]), label: "import")
    let rows = try ledger.transactions()
    try ledger.edit(rows[0].id, clock: clock) { $0[0].notes = "mine" }
    try ledger.delete(rows[1].id, clock: clock)
    try expectSound()
    // The more complete report counts from now on; its rows have their own ids.
    let fills = file(
      "fills.csv", "fills",
      ["10:00:00 trade 1 BTC -60000 USD", "11:00:00 trade 2 ETH -6000 USD"])
    _ = try service.apply(.add([fills]), label: "import")
    #expect(try summary == ["buy 1 bitcoin"])
    #expect(try ledger.transactions().map(\.notes) == ["mine"])
    try expectSound()
    _ = try service.apply(.remove([1]), label: "remove")
    #expect(try summary.first == "buy 1 bitcoin")
    try expectSound()
  }

  @Test func `a purchase brings in the sale that waited for its coins`() throws {
    ledger.follow {
      try ImportService.following($0, rules: Self.rules, valueRules: Self.valueRules)
    }
    let report = file("report.csv", "report", ["11:00:00 trade -2 ETH 6000 USD"])
    _ = try service.apply(.add([report]), label: "import")
    #expect(try summary == [])
    let typed = Transaction(
      coinId: "ethereum", type: .buy, amount: 2, pricePerCoin: 100,
      date: Date(timeIntervalSince1970: 1_600_000_000))
    try ledger.apply(.add([typed]), now: clock())
    #expect(try summary == ["buy 2 ethereum", "sell 2 ethereum"])
    try expectSound()
    _ = try ledger.undo(now: clock())
    #expect(try summary == [])
    try expectSound()
    // The answer that the coins were a gift no longer applies once a purchase covers them.
    _ = try service.apply(.answer([.every(.uncovered): .gift]), label: "answer")
    #expect(try summary == ["gift 2 ethereum", "sell 2 ethereum"])
    try ledger.apply(.add([typed]), now: clock())
    #expect(try summary == ["buy 2 ethereum", "sell 2 ethereum"])
    try expectSound()
  }

  @Test(arguments: [4_000, 0])
  func `missing cents that grow beyond a dollar are asked about`(_ stretchSize: Int) throws {
    var service = service
    service.stretchSize = stretchSize
    let later = file(
      "later.csv", "report",
      ["11:00:00 trade 0.99999 BTC -39999.6 USD", "13:00:00 trade -1 BTC 40000 USD"])
    let cents = try service.apply(.add([later]), label: "import")
    #expect(Array(cents.settled.values) == [.giftBelowDollar])
    #expect(try summary.contains("gift 0.00001 bitcoin"))
    #expect(try service.answers().map(\.choice) == ["gift below $1"])
    try expectSound()
    let earlier = file("earlier.csv", "report", ["12:00:00 trade -0.5 BTC 20000 USD"])
    let grown = try service.apply(.add([earlier]), label: "import")
    #expect(grown.questions.map(\.question.kind) == [.uncovered])
    #expect(try summary == ["buy 0.99999 bitcoin", "sell 0.5 bitcoin"])
    #expect(try service.answers().isEmpty)
    try expectSound()
    _ = try ledger.undo(now: clock())
    #expect(try service.answers().map(\.choice) == ["gift below $1"])
    _ = try ledger.redo(now: clock())
    #expect(try service.answers().isEmpty)
    // A person's answer counts whatever the amount.
    let key = try #require(grown.questions.first?.question.key)
    _ = try service.apply(.answer([key: .gift]), label: "answer")
    #expect(try summary.contains("gift 0.50001 bitcoin"))
    try expectSound()
  }

  @Test func `an answer about cents ends with the sale that lacks them`() throws {
    let bought = file("bought.csv", "report", ["11:00:00 trade 0.99999 BTC -39999.6 USD"])
    let sold = file("sold.csv", "report", ["13:00:00 trade -1 BTC 40000 USD"])
    _ = try service.apply(.add([bought, sold]), label: "import")
    #expect(try service.answers().map(\.choice) == ["gift below $1"])
    _ = try service.apply(.remove([2]), label: "remove")
    #expect(try summary == ["buy 0.99999 bitcoin"])
    #expect(try service.answers().isEmpty)
    try expectSound()
    _ = try ledger.undo(now: clock())
    #expect(try service.answers().map(\.choice) == ["gift below $1"])
    try expectSound()
  }

  @Test func `a sale that is moved before its purchase waits, and undoing brings it back`() throws {
    ledger.follow {
      try ImportService.following($0, rules: Self.rules, valueRules: Self.valueRules)
    }
    let lines = ["10:00:00 trade 1 BTC -60000 USD", "11:00:00 trade -1 BTC 61000 USD"]
    let report = file("report.csv", "report", lines + ["12:00:00 trade 1 XYZ -1 USD"])
    _ = try service.apply(.add([report]), label: "import")
    let sale = try #require(try ledger.transactions().last)
    try ledger.edit(sale.id, clock: clock) { $0[0].date = sale.date.addingTimeInterval(-7_200) }
    #expect(try summary == ["buy 1 bitcoin"])
    try expectSound()
    _ = try ledger.undo(now: clock())
    #expect(try summary == ["buy 1 bitcoin", "sell 1 bitcoin"])
    try expectSound()
  }

  @Test func `a row that is moved to another day says nothing about the prices of that day`() throws
  {
    struct FirstDay: DailyPrices {
      func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
        day == UTCDay(Date(timeIntervalSince1970: 1_700_000_000))
          ? DailyPrice(price: 60_000, day: day, source: "test") : nil
      }
    }
    var rules = Self.valueRules
    rules.evidence = Evidence(
      rates: NoRates(), prices: FirstDay(), isMoney: { $0 == "USD" }, rank: { _ in nil })
    let service = ImportService(
      ledger: ledger, rules: Self.rules, valueRules: rules, clock: clock)
    _ = try service.apply(
      .add([file("report.csv", "report", ["10:00:00 reward 1 BTC"])]), label: "import")
    let reward = try #require(try ledger.transactions().first)
    try ledger.edit(reward.id, clock: clock) { $0[0].date = reward.date.addingTimeInterval(86_400) }
    let later = file("later.csv", "report", ["34:30:00 reward 2 BTC"])
    let open = try service.apply(.add([later]), label: "import").questions
    #expect(open.map(\.question.kind) == [.noWorth])
    #expect(try summary == ["reward 1 bitcoin", "reward 2 bitcoin"])
    #expect(try ledger.transactions().last?.knownTotal == nil)
    try expectSound()
  }

  @Test func `what a person changed under version 1 stays when a file tells it again`() throws {
    let day = 1_700_000_000 / 86_400 * 86_400
    let rows = (10...12).map { hour in
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 60_000,
        date: Date(timeIntervalSince1970: TimeInterval(day + hour * 3600)),
        reference: Reference(source: "report", id: "T\(hour)"))
    }
    try ledger.add(rows, moves: [], label: "import report.csv", clock: clock)
    try ledger.edit(rows[0].id, clock: clock) { $0[0].amount = 3 }
    try ledger.delete(rows[1].id, clock: clock)
    var report = file(
      "report.csv", "report", (10...12).map { "\($0):00:00 trade 1 BTC -60000 USD" })
    for index in report.records.indices {
      report.records.change(index) { $0.facts[0].legacyReference = "report T\(10 + index)" }
    }
    let result = try service.apply(.add([report]), label: "import")
    #expect(result.questions.isEmpty)
    #expect(try summary == ["buy 3 bitcoin", "buy 1 bitcoin"])
    #expect(try ledger.transactions()[0] == rows[0].with(amount: 3))
    try expectSound()
    _ = try service.apply(.remove([2]), label: "remove")
    #expect(try summary == ["buy 3 bitcoin", "buy 1 bitcoin"])
    try expectSound()
  }

  @Test func `a file that was removed meanwhile does not come back by being read again`() throws {
    let report = file("report.csv", "report", ["10:00:00 trade 1 BTC -50 USD"])
    _ = try service.apply(.add([report]), label: "import")
    var read = report
    read.records.append(
      file("report.csv", "report", ["10:00:00 reward", "12:00:00 trade 1 BTC -60000 USD"]).records[
        1])
    _ = try ledger.undo(now: clock())
    #expect(throws: LedgerStoreError.changedMeanwhile) {
      _ = try service.apply(.reread([1: read]), label: "read again")
    }
    #expect(try summary.isEmpty && ledger.imports.summaries().isEmpty)
    try expectSound()
  }

  @Test func `a file that is read again keeps its number and what was said`() throws {
    var report = file("report.csv", "report", ["10:00:00 trade 1 XYZ -50 USD"])
    let first = try service.apply(.add([report]), label: "import")
    _ = try service.apply(
      .answer([first.questions[0].question.key: .coin("xyz-coin")]), label: "answer")
    // A better reader finds a row that the first one could not read.
    report.records.append(
      file("report.csv", "report", ["10:00:00 reward", "12:00:00 trade 1 BTC -60000 USD"]).records[
        1])
    _ = try service.apply(.reread([1: report]), label: "read again")
    #expect(try summary == ["buy 1 xyz-coin", "buy 1 bitcoin"])
    #expect(try ledger.imports.summaries().map(\.file.id) == [1])
    try expectSound()
    _ = try ledger.undo(now: clock())
    #expect(try summary == ["buy 1 xyz-coin"])
    try expectSound()
  }

  @Test func `rows that cannot be read are a question`() throws {
    var report = file("report.csv", "report", ["10:00:00 trade 1 BTC -60000 USD"])
    let question = RowQuestion(.wordUnknown, subject: "lost", reason: "The word is lost.")
    for line in 7...8 {
      report.records.append(
        Record(line: line, cells: "c\(line)", state: .asks(question), facts: []))
    }
    let asked = try service.preview(.add([report])).questions[0]
    #expect(asked.advice?.contains("`bitpal import 'report.csv' --map 'reward=lost'`") == true)
    let open = try service.apply(.add([report]), label: "import")
    #expect(open.questions.map(\.sentence) == ["The word is lost."])
    let advice = try service.current().questions[0].advice
    #expect(advice?.contains("`bitpal files reread 1 --map 'reward=lost'`") == true)
    #expect(open.questions[0].rows.map(\.line) == [7, 8])
    #expect(try ledger.imports.summaries()[0].states == [.counts: 1, .asks: 2])
    _ = try service.apply(.answer([open.questions[0].question.key: .skip]), label: "answer")
    #expect(try ledger.imports.summaries()[0].states == [.counts: 1, .skipped: 2])
    #expect(try service.current().questions.isEmpty)
    _ = try service.apply(.revoke([open.questions[0].question.key]), label: "revoke")
    #expect(try ledger.imports.summaries()[0].states == [.counts: 1, .asks: 2])
    try expectSound()
  }

  @Test func `every choice says what it does`() throws {
    let report = file("report.csv", "report", ["11:00:00 trade -2 ETH 6000 USD"])
    let open = try service.apply(.add([report]), label: "import")
    let question = open.questions[0].question
    #expect(question.choices == [.gift, .skip])
    #expect(open.questions[0].offers.map(\.words) == ["price DOLLARS", "gift", "skip"])
    let effects = try service.effects(of: [.skip, .gift, .price(1000)], on: [question.key])
    #expect(effects.map(\.gain) == [0, 6000, 4000])
    #expect(effects.map(\.holdings.count) == [0, 0, 0])
    #expect(try ledger.transactions().isEmpty)
  }

  @Test func `a name that several coins have offers their names before leaving it out`() throws {
    let report = file("report.csv", "report", ["10:00:00 trade 1 SOL -50 USD"])
    let open = try service.preview(.add([report])).questions
    #expect(open.map(\.sentence) == ["Which coin is SOL?"])
    let offers = open[0].offers
    #expect(offers.first?.choice == .coin("solana"))
    #expect(offers.first?.meaning == "Solana (solana)")
    #expect(offers.suffix(2).map(\.words) == ["coin ID", "skip"])
    #expect(open[0].question.accepts(.coin("solana")))
  }

  @Test func `coins are called by their names with the symbol of the file`() throws {
    let report = file(
      "report.csv", "report", ["10:00:00 trade -2 ETH 6000 USD", "11:00:00 trade -1 BTC 9 USD"])
    let open = try service.preview(.add([report])).questions
    #expect(
      Set(open.map(\.sentence)) == [
        "You sold Ethereum (ETH), and none of your files says how you got it.",
        "You sold Bitcoin (BTC), and none of your files says how you got it.",
      ])
  }

  @Test func `a stablecoin is asked about before what that settles`() throws {
    let rules = ValueRules(
      meaning: { name, date in
        name == "USDT" ? .coin("tether") : Self.valueRules.meaning(name, date)
      },
      evidence: Evidence(
        rates: NoRates(), prices: BitcoinPrice(), isMoney: { $0 == "USD" }, rank: { _ in nil }),
      stablecoins: ["USDT": "tether"])
    let service = ImportService(
      ledger: ledger, rules: Self.rules, valueRules: rules, clock: clock)
    let trade = "10:00:00 trade 1 BTC -60000 USDT"
    // Two reports of one trade wait for the tethers it was paid with.
    let files = [
      file("fills.csv", "fills", [trade]),
      file("report.csv", "report", [trade, "11:00:00 trade -2 ETH 6000 USD"]),
    ]
    let open = try service.preview(.add(files)).questions
    let groups = InboxGroup.groups(open)
    #expect(groups.map(\.first.question.kind) == [.stablecoin, .uncovered, .uncovered])
    #expect(groups.map(\.rowCount) == [1, 2, 1])
    #expect(InboxQuestion.waitingRows(of: open) == 3)
  }

  @Test func `a row that two questions are about is counted once`() throws {
    var report = file("report.csv", "report", ["10:00:00 trade 1 XYZ -50 USD"])
    var second = report.records[0].facts[0]
    second.source.part = 1
    second.amount = Amount("XYY", second.amount.value)
    report.records.change(0) { $0.facts.append(second) }
    let result = try service.apply(.add([report]), label: "import")
    #expect(result.questions.count == 2)
    #expect(InboxQuestion.waitingRows(of: result.questions) == 1)
    #expect(try ledger.imports.inboxCounts().waiting == 1)
  }

  /// A service with a catalog in which XYZ is one coin and in which a name changes its coin at 12.
  private func service(xyz: String?, old: String = "luna-one") -> ImportService {
    let rules = ValueRules(
      meaning: { name, date in
        switch name {
        case "XYZ": xyz.map { .coin($0) }
        case "LUNA":
          .coin(
            date.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) < 43_200
              ? old : "luna-two")
        default: Self.valueRules.meaning(name, date)
        }
      }, evidence: Self.valueRules.evidence)
    return ImportService(
      ledger: ledger, rules: Self.rules, valueRules: rules, version: "\(xyz ?? "") \(old)",
      clock: clock)
  }

  @Test(arguments: ["newer-coin", nil])
  func `a name keeps the coin that it was booked with`(newer: String?) throws {
    let first = file(
      "first.csv", "report", ["10:00:00 trade 2 XYZ -50 USD", "10:30:00 trade 1 BTC -9 USD"])
    _ = try service(xyz: "older-coin").apply(.add([first]), label: "import")
    let updated = service(xyz: newer)
    #expect(try updated.current().changes.isEmpty)
    let fills = file("fills.csv", "fills", ["10:00:00 trade 2 XYZ -50 USD"])
    let later = file("later.csv", "report", ["11:00:00 trade -1 XYZ 40 USD"])
    _ = try updated.apply(.add([fills, later]), label: "import")
    let kept = ["buy 2 older-coin", "buy 1 bitcoin", "sell 1 older-coin"]
    #expect(try summary == kept)
    // The result does not depend on which file counts, or on reading one again.
    _ = try updated.apply(.remove([2]), label: "remove")
    #expect(try summary == kept)
    _ = try updated.apply(.reread([1: first]), label: "read again")
    #expect(try summary == kept)
    #expect(try updated.current().changes.isEmpty)
    // A person's answer takes precedence, and revoking it leaves no evidence.
    _ = try updated.apply(.answer([.coin("XYZ"): .coin("said")]), label: "answer")
    #expect(try summary == ["buy 2 said", "buy 1 bitcoin", "sell 1 said"])
    _ = try updated.apply(.revoke([.coin("XYZ")]), label: "revoke")
    let rest = newer.map { ["buy 2 \($0)", "buy 1 bitcoin", "sell 1 \($0)"] } ?? ["buy 1 bitcoin"]
    #expect(try summary == rest)
    #expect(try updated.current().changes.isEmpty)
  }

  @Test func `a name that changed hands is still two coins`() throws {
    let first = file("first.csv", "report", ["10:00:00 trade 2 LUNA -50 USD"])
    _ = try service(xyz: nil).apply(.add([first]), label: "import")
    let updated = service(xyz: nil, old: "another")
    let later = file(
      "later.csv", "report", ["11:00:00 trade 1 LUNA -50 USD", "13:00:00 trade 1 LUNA -50 USD"])
    _ = try updated.apply(.add([later]), label: "import")
    #expect(try summary == ["buy 2 luna-one", "buy 1 luna-one", "buy 1 luna-two"])
  }

  @Test func `a coin that a person changed teaches no name`() throws {
    let first = file("first.csv", "report", ["10:00:00 trade 2 XYZ -50 USD"])
    let service = service(xyz: "older-coin")
    _ = try service.apply(.add([first]), label: "import")
    try ledger.edit(try ledger.transactions()[0].id, clock: clock) { $0[0].coinId = "mine" }
    let later = file("later.csv", "report", ["11:00:00 trade 1 XYZ -50 USD"])
    _ = try service.apply(.add([later]), label: "import")
    #expect(try summary == ["buy 2 mine", "buy 1 older-coin"])
  }
}

extension Transaction {
  fileprivate func with(amount: Quantity) -> Transaction {
    var row = self
    row.amount = amount
    return row
  }
}

extension RecordList {
  fileprivate mutating func change(_ index: Int, _ body: (inout Record) -> Void) {
    var record = self[index]
    body(&record)
    replace([index: record])
  }
}
