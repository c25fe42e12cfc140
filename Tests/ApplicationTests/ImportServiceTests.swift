import Exact
import Foundation
import Import
import LedgerStore
import Portfolio
import Testing

@testable import Application

/// What follows for the ledger from files and answers.
@Suite struct ImportServiceTests {
  private let folder: String
  private let ledger: SQLiteLedger
  private let service: ImportService

  init() throws {
    folder = NSTemporaryDirectory() + "bitpal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    ledger = SQLiteLedger(path: folder + "/BitpalShared.sqlite")
    service = ImportService(
      ledger: ledger,
      rules: DerivationRules(
        traits: [
          "fills": FormTraits(rank: 0, roles: [.trade], idSpaces: [IDSpace("trade", .trade)]),
          "report": FormTraits(rank: 1, roles: Set(Role.allCases), isComplete: true),
        ], cashAssets: ["USD"]),
      valueRules: ValueRules(
        meaning: { name in
          switch name {
          case "USD": .money("USD")
          case "BTC": .coin("bitcoin")
          case "ETH": .coin("ethereum")
          default: nil
          }
        },
        evidence: Evidence(
          rates: NoRates(), prices: NoPrices(), isMoney: { $0 == "USD" }, rank: { _ in nil })),
      clock: { Date(timeIntervalSince1970: 1_800_000_000) })
  }

  private struct NoRates: ExchangeRates {
    func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? { nil }
    func newestRate(from: String, to: String) -> ExchangeRate? { nil }
  }

  private struct NoPrices: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? { nil }
  }

  /// A file of lines like `12:00:00 trade 1 BTC -60000 USD`.
  private func file(_ name: String, _ form: String, _ lines: [String]) -> ReadFile {
    let text = lines.joined(separator: "\n")
    var file = ReadFile(name: name, form: form, bytes: Array("\(form)\n\(text)".utf8), records: [])
    let digest = NewFile(
      name: name, form: form, bytes: file.bytes, records: []
    ).digestText
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      let clock = words[0].split(separator: ":").compactMap { Int64($0) }
      let seconds = clock.reduce(0) { $0 * 60 + $1 }
      func amount(_ place: Int) -> Amount? {
        words.count > place + 1
          ? Amount(words[place + 1], Quantity(words[place]) ?? .zero) : nil
      }
      let role: Role = words[1] == "reward" ? .reward : .trade
      let fact = Fact(
        source: FactSource(form: form, file: digest, line: index + 2, cells: line),
        scope: Scope(place: "exchange"), role: role,
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
    #expect(try service.current().difference.isEmpty)
  }

  @Test func filesInAnyOrderGiveOneLedger() throws {
    let fills = file("fills.csv", "fills", ["10:00:00 trade 1 BTC -60000 USD"])
    let report = file(
      "report.csv", "report",
      ["10:00:00 trade 1 BTC -60000 USD", "11:00:00 trade -0.5 BTC 31000 USD"])
    let preview = try service.preview(.add([report]))
    #expect(preview.difference.added.count == 2)
    #expect(try ledger.transactions().isEmpty)
    _ = try service.apply(.add([report]), label: "import report.csv")
    try expectSound()
    _ = try service.apply(.add([fills]), label: "import fills.csv")
    #expect(try summary == ["buy 1 bitcoin", "sell 0.5 bitcoin"])
    #expect(try ledger.files().map(\.states) == [[.counts: 1, .elsewhere: 1], [.counts: 1]])
    try expectSound()
    let rows = try ledger.transactions()
    _ = try service.apply(.remove([2]), label: "remove fills.csv")
    #expect(try summary == ["buy 1 bitcoin", "sell 0.5 bitcoin"])
    _ = try service.apply(.add([fills]), label: "import fills.csv")
    #expect(try ledger.transactions() == rows)
    let again = try service.apply(.add([fills, report]), label: "import again")
    #expect(again.difference.isEmpty && again.change == nil)
    try expectSound()
  }

  @Test func anAnswerBooksAndRevokingTakesBack() throws {
    let report = file(
      "report.csv", "report", ["10:00:00 trade 1 XYZ -50 USD", "11:00:00 trade -2 ETH 6000 USD"])
    let open = try service.apply(.add([report]), label: "import")
    #expect(try summary == [])
    #expect(open.questions.map(\.kind) == [.unknownCoin, .uncovered])
    let keys = open.questions.map(\.key)
    _ = try service.apply(.answer([keys[0]: .coin("xyz-coin")]), label: "answer")
    #expect(try summary == ["buy 1 xyz-coin"])
    _ = try service.apply(.answer([keys[1]: .gift]), label: "answer")
    #expect(try summary == ["buy 1 xyz-coin", "gift 2 ethereum", "sell 2 ethereum"])
    try expectSound()
    _ = try service.apply(.revoke([keys[0]]), label: "revoke")
    #expect(try summary == ["gift 2 ethereum", "sell 2 ethereum"])
    _ = try ledger.undo(now: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(try ledger.answers().count == 2)
    #expect(try summary.count == 3)
    try expectSound()
  }

  @Test func anAnswerGivenBeforeIsTheSameAsAfter() throws {
    let report = file("report.csv", "report", ["10:00:00 trade 1 XYZ -50 USD"])
    let key = Question.Key("coin|XYZ")
    _ = try service.apply(.answer([key: .coin("xyz-coin")]), label: "answer")
    let result = try service.apply(.add([report]), label: "import")
    #expect(try summary == ["buy 1 xyz-coin"])
    #expect(result.questions.isEmpty)
    #expect(result.difference.added.count == 1)
    try expectSound()
  }

  @Test func typedRowsCoverSalesAndStay() throws {
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
}
