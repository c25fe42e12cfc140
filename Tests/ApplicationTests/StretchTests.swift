import BitpalTesting
import CoinCatalogue
import Exact
import Foundation
import Import
import LedgerStore
import Portfolio
import Synchronization
import Testing

@testable import Application

/// Files imported one after the other have the same result as all together, although each is
/// compared only with the part of the ledger it can affect.
struct StretchTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private let service: ImportService

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    service = ImportService(
      ledger: ledger, rules: Self.rules, valueRules: Self.valueRules, version: "1",
      clock: { Self.now })
    ledger.follow {
      try ImportService.following(
        $0, rules: Self.rules, valueRules: Self.valueRules, version: "1")
    }
  }

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let start: Int64 = 1_700_000_000
  private static let day: Int64 = 86_400

  private static let rules = DerivationRules(
    traits: [
      "fills": FormTraits(
        rank: 0, roles: [.trade], idSpaces: [IDSpace("fill", .trade), IDSpace("order", .order)]),
      "report": FormTraits(
        rank: 2, roles: Set(Role.allCases), isComplete: true, lateness: [.reward: 5_000_000]),
      "orders": FormTraits(
        rank: 3, roles: [.trade], rows: .orders, idSpaces: [IDSpace("order", .order)]),
      "placements": FormTraits(rank: 4, roles: [.trade], rows: .orders, ordersLackEnds: true),
      "wallet": FormTraits(
        rank: 1, roles: [.deposit, .withdrawal], isComplete: true, idSpaces: [.hash]),
    ], usualNetworkFees: ["ETH": 1], cashAssets: ["USD"])

  private struct NoRates: ExchangeRates {
    func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? { nil }
    func newestRate(from: String, to: String) -> ExchangeRate? { nil }
  }

  private struct SomePrices: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      coinId == "bitcoin" && day.number % 3 > 0
        ? DailyPrice(price: 100, day: day, source: "test") : nil
    }
  }

  private static let valueRules = ValueRules(
    meaning: { name, _ in
      switch name {
      case "USD": .money("USD")
      case "BTC": .coin("bitcoin")
      case "ETH": .coin("ethereum")
      default: nil
      }
    },
    evidence: Evidence(
      rates: NoRates(), prices: SomePrices(), isMoney: { $0 == "USD" }, rank: { _ in nil }))

  // MARK: - Generated history

  /// A row before it is part of a file.
  private struct Row {
    let form: String
    let seconds: Int64
    var fact: Fact
  }

  private func fact(
    _ form: String, _ account: String, _ role: Role, at seconds: Int64, _ amount: Amount,
    counter: Amount? = nil, ids: [IDSpace: String] = [:], orderStart: Int64? = nil
  ) -> Row {
    let cells =
      "\(seconds) \(role) \(amount.value) \(amount.asset) \(counter?.value.description ?? "") \(ids)"
    var fact = Fact(
      source: FactSource(form: form, file: "", line: 1, cells: cells),
      scope: Scope(account: account), role: role, instant: PrintedInstant(at: seconds * 1_000_000),
      amount: amount, counter: counter, ids: ids)
    fact.orderStart = orderStart.map { $0 * 1_000_000 }
    return Row(form: form, seconds: seconds, fact: fact)
  }

  /// Whether a history has orders without ends, after which no change is limited to a stretch.
  private func lacksEnds(seed: Int) -> Bool { seed % 3 == 2 }

  /// Trades with their fills, orders and statement; swaps; transfers to a wallet; rewards.
  private func rows(_ dice: inout SeededGenerator, lacksEnds: Bool) -> [Row] {
    var rows: [Row] = []
    var seconds = Self.start
    for number in 0..<160 {
      seconds += Int64.random(in: 600...Self.day * 3 / 2, using: &dice)
      let coin = Bool.random(using: &dice) ? "BTC" : "ETH"
      let coins = Quantity(Int.random(in: 1...9, using: &dice))
      switch Int.random(in: 0..<10, using: &dice) {
      case 0...4:
        let isSale = Int.random(in: 0..<5, using: &dice) < 2
        let amount = Amount(coin, isSale ? -coins : coins)
        let price = ExactDecimal(lacksEnds ? 100 : 100 + number)
        let cash = Amount("USD", (isSale ? coins : -coins) * price)
        let placed = seconds - Int64.random(in: 0...7_200, using: &dice)
        let order = [IDSpace("order", .order): "o\(number)"]
        rows.append(
          fact(
            "fills", "exchange", .trade, at: seconds, amount, counter: cash,
            ids: order.merging([IDSpace("fill", .trade): "f\(number)"]) { $1 }))
        if Bool.random(using: &dice) {
          rows.append(
            fact(
              "orders", "exchange", .trade, at: seconds, amount, counter: cash, ids: order,
              orderStart: placed))
        }
        if lacksEnds, number > 100, Bool.random(using: &dice) {
          let open = Int64.random(in: 0...(Self.day * 5), using: &dice)
          rows.append(
            fact("placements", "exchange", .trade, at: seconds - open, amount, counter: cash))
        }
        rows.append(fact("report", "exchange", .trade, at: seconds, amount, counter: cash))
      case 5, 6:
        rows.append(fact("report", "exchange", .reward, at: seconds, Amount("BTC", coins)))
      case 7:
        // A coin that is not in the catalog waits.
        rows.append(
          fact(
            "report", "exchange", .trade, at: seconds, Amount("XYZ", coins),
            counter: Amount("USD", -coins)))
      case 8:
        // Swaps within one second, some of them of uncovered coins, compete for the others.
        for part in 1...Int64.random(in: 1...3, using: &dice) {
          let other = coin == "BTC" ? "ETH" : "BTC"
          rows.append(
            fact(
              "report", "exchange", .trade, at: seconds, Amount(coin, coins + Quantity(Int(part))),
              counter: Amount(other, -coins * ExactDecimal(Int(part)))))
        }
      default:
        let hash: [IDSpace: String] = Bool.random(using: &dice) ? [.hash: "h\(number)"] : [:]
        rows.append(
          fact("report", "exchange", .withdrawal, at: seconds, Amount(coin, -coins), ids: hash))
        let later = seconds + Int64.random(in: 60...80_000, using: &dice)
        rows.append(fact("wallet", "wallet", .deposit, at: later, Amount(coin, coins), ids: hash))
      }
    }
    return rows
  }

  /// The rows of a form in consecutive files, some of which overlap.
  private func files(_ dice: inout SeededGenerator, lacksEnds: Bool = false) -> [ReadFile] {
    let forms = Dictionary(grouping: rows(&dice, lacksEnds: lacksEnds), by: \.form)
    var files: [(first: Int64, file: ReadFile)] = []
    for (form, rows) in forms.sorted(by: { $0.key < $1.key }) {
      let ordered = rows.sorted { $0.seconds < $1.seconds }
      var index = 0
      while index < ordered.count {
        let end = min(ordered.count, index + Int.random(in: 5...30, using: &dice))
        let begin = max(0, index - Int.random(in: 0...4, using: &dice))
        files.append((ordered[begin].seconds, file(form, Array(ordered[begin..<end]))))
        index = end
      }
    }
    // Mostly as first written, sometimes much later.
    let keys = files.map { file in
      file.first + (Int.random(in: 0..<6, using: &dice) == 0 ? Self.day * 60 : 0)
    }
    return files.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { files[$0].file }
  }

  private func file(_ form: String, _ rows: [Row]) -> ReadFile {
    let text = rows.map(\.fact.source.cells).joined(separator: "\n")
    var file = ReadFile(
      name: "\(form).csv", form: form, bytes: Array("\(form)\n\(text)".utf8))
    let digest = file.digestText
    for (index, row) in rows.enumerated() {
      var fact = row.fact
      (fact.source.file, fact.source.line) = (digest, index + 2)
      file.records.append(
        Record(line: index + 2, cells: fact.source.cells, state: .read, facts: [fact]))
    }
    return file
  }

  // MARK: - Tests

  /// A random manual change between two imports.
  private func change(_ dice: inout SeededGenerator) throws {
    let row = try ledger.transactions().randomElement(using: &dice)
    let number = Int.random(in: 0..<12, using: &dice)
    // Undo and redo restore earlier states.
    if number == 3 { _ = try ledger.undo(now: Self.now) }
    if number == 4 { _ = try ledger.redo(now: Self.now) }
    do {
      switch number {
      case 0:
        let date = Date(timeIntervalSince1970: TimeInterval(Self.start + Self.day * 30))
        try ledger.apply(
          .add([
            Transaction(
              coinId: "ethereum", type: .buy, amount: 3, pricePerCoin: 9, date: date)
          ]), now: Self.now)
      case 1: if let row { try ledger.delete(row.id, clock: { Self.now }) }
      case 2:
        guard let row else { return }
        let moved = row.date.addingTimeInterval(86_400 * 9)
        try ledger.edit(row.id, clock: { Self.now }) { rows in
          for index in rows.indices { rows[index].date = moved }
        }
      case 6:
        let date = Date(timeIntervalSince1970: TimeInterval(Self.start + Self.day * 20))
        try ledger.moves.add(
          [Move(account: "wallet", coinId: "bitcoin", amount: 1, fee: 0, date: date)],
          clock: { Self.now })
      case 5:
        let open = try service.current().questions
        guard let asked = open.randomElement(using: &dice) else { return }
        let choice = asked.question.choices.randomElement(using: &dice) ?? .skip
        _ = try service.apply(.answer([asked.question.key: choice]), label: "answer")
      default: return
      }
    } catch is PortfolioError {}
  }

  @Test(arguments: Repetition.seeds(1...400, few: 12))
  func `files one after the other leave what all of them leave`(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    var parts = 0
    let lacksEnds = lacksEnds(seed: seed)
    for (number, file) in files(&dice, lacksEnds: lacksEnds).enumerated() {
      if seed % 2 == 0 {
        try change(&dice)
        // The consequences of a manual change were derived together with it.
        let whole = try service.preview(EvidenceChange())
        #expect(whole.changes.isEmpty, "seed \(seed), before file \(number)")
        // Manual changes trigger a derivation only if rows wait for coins or for a coin's name.
        let isFollowed = try ledger.imports.waitingRecords().contains { stored in
          ["uncovered|", "coin|"].contains { stored.record.state.reason?.hasPrefix($0) ?? false }
        }
        if isFollowed { #expect(whole.change == nil, "seed \(seed), before file \(number)") }
        #expect(try service.questions() == service.current().questions, "seed \(seed)")
      }
      let outcome = try service.apply(.add([file]), label: "import \(number)")
      if outcome.derivedFrom != nil { parts += 1 }
      // Deriving the whole ledger finds nothing to write, not even the state of a row.
      let whole = try service.preview(EvidenceChange())
      #expect(whole.change == nil, "seed \(seed), file \(number): \(whole.changes)")
      guard whole.change == nil else { return }
      #expect(try service.questions() == whole.questions, "seed \(seed), file \(number)")
    }
    #expect(parts > (seed % 2 == 0 ? 0 : 3))
    #expect(try ledger.verifyStorage(now: Self.now).faults == [])
    guard !lacksEnds else { return }
    try expectDerivationCheck(&dice, isTyped: seed % 2 == 0)
  }

  @Test(arguments: Repetition.seeds(1...400, few: 12))
  func `files of many rows leave stretch by stretch what they leave at once`(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let other = SQLiteLedger(path: folder.path + "/Other.sqlite")
    other.follow {
      try ImportService.following(
        $0, rules: Self.rules, valueRules: Self.valueRules, version: "1")
    }
    func service(of ledger: SQLiteLedger, _ version: String) -> ImportService {
      ImportService(
        ledger: ledger, rules: Self.rules, valueRules: Self.valueRules, version: version,
        clock: { Self.now })
    }
    var files = files(&dice, lacksEnds: lacksEnds(seed: seed))[...]
    var count = 0
    while !files.isEmpty {
      if seed % 3 == 0 {
        let row = Transaction(
          coinId: ["bitcoin", "ethereum"].randomElement(using: &dice) ?? "bitcoin", type: .buy,
          amount: 2, pricePerCoin: 9,
          date: Date(
            timeIntervalSince1970: TimeInterval(
              Self.start + Int64.random(in: 0...(Self.day * 60), using: &dice))))
        for ledger in [ledger, other] { try ledger.apply(.add([row]), now: Self.now) }
      }
      let part = Array(files.prefix(Int.random(in: 1...4, using: &dice)))
      files = files.dropFirst(part.count)
      // A different program version derives the whole ledger, however few rows are new.
      let version = Bool.random(using: &dice) ? "1" : "2"
      let atOnce = service(of: other, version)
      var byStretches = service(of: ledger, version)
      byStretches.stretchSize = Int.random(in: 4...40, using: &dice)
      let seen = try byStretches.preview(.add(part), withEffect: false)
      let made = try byStretches.applyByStretches(.add(part), label: "import", to: ledger)
      if made != nil { count += 1 }
      let outcome = try made ?? byStretches.apply(.add(part), label: "import")
      let expected = try atOnce.apply(.add(part), label: "import")
      #expect(outcome.changes == expected.changes, "seed \(seed)")
      #expect(seen.changes == outcome.changes && seen.questions == outcome.questions)
      #expect(outcome.derivedFrom == expected.derivedFrom, "seed \(seed)")
      if expected.derivedFrom == nil {
        #expect(outcome.questions == expected.questions, "seed \(seed)")
        #expect(outcome.waitingRows == expected.waitingRows, "seed \(seed)")
      }
      #expect(outcome.files == expected.files, "seed \(seed)")
      #expect(outcome.notices == expected.notices, "seed \(seed)")
      #expect(outcome.settled == expected.settled, "seed \(seed)")
      #expect(try ledger.transactions() == other.transactions(), "seed \(seed)")
      // Nothing is left to write, not even the state of a row.
      let whole = try byStretches.preview(EvidenceChange())
      #expect(whole.change == nil, "seed \(seed): \(whole.changes)")
      #expect(try byStretches.questions() == atOnce.questions(), "seed \(seed)")
      // Importing the same part again reports what is open and changes nothing.
      let again = try byStretches.apply(.add(part), label: "again")
      let derived = try atOnce.preview(.add(part))
      #expect(again.change == nil && derived.change == nil, "seed \(seed)")
      #expect(again.questions == derived.questions, "seed \(seed)")
      #expect(again.waitingRows == derived.waitingRows, "seed \(seed)")
    }
    #expect(count > 1)
    #expect(try ledger.verifyStorage(now: Self.now).faults == [])
    let rows = try ledger.transactions()
    _ = try ledger.undo(now: Self.now)
    _ = try other.undo(now: Self.now)
    #expect(try ledger.transactions() == other.transactions())
    _ = try ledger.redo(now: Self.now)
    #expect(try ledger.transactions() == rows)
  }

  /// Expects that the ledger is proved stretch by stretch, and that a wrong row breaks the proof.
  private func expectDerivationCheck(_ dice: inout SeededGenerator, isTyped: Bool) throws {
    let check = DerivationCheck(
      rules: Self.rules, valueRules: Self.valueRules, version: "1")
    let size = Int.random(in: 10...60, using: &dice)
    let holds = try ledger.contents { try check.succeeds(in: $0, size: size) }
    // A row moved to another day by hand is not near its record; all rows are derived then.
    if !isTyped { #expect(holds == true) }
    #expect(try service.differingRows() == 0)
    // Open questions are found on the days that the last derivation stored, and on all days.
    let titles = CoinTitles(
      catalogue: .builtIn, meaning: Self.valueRules.meaning, cashAssets: Self.rules.cashAssets)
    for version in ["1", "another"] {
      let open = OpenQuestions(rules: Self.rules, valueRules: Self.valueRules, version: version)
      let found = try ledger.contents { try open.find(in: $0, titles, size: size) }
      if let questions = found.flatMap(\.self) {
        #expect(try questions == service.current().questions)
      } else {
        #expect(isTyped)
      }
    }
    let row = try #require(
      try ledger.contents { contents in
        try contents.transactionsWithOrigins().filter { $0.origin != nil && $0.row.type == .sell }
      }?.randomElement(using: &dice)
    ).row
    var wrong = row
    wrong.pricePerCoin += 1
    _ = try ledger.add(label: "damage", clock: { Self.now }) { [wrong] _ in
      LedgerBatch(changed: [wrong])
    }
    #expect(try ledger.contents { try check.succeeds(in: $0, size: size) } == false)
    #expect(try service.differingRows() == 1)
    _ = try ledger.add(label: "damage", clock: { Self.now }) { _ in
      LedgerBatch(removed: [wrong])
    }
    #expect(try ledger.contents { try check.succeeds(in: $0, size: size) } == false)
    #expect(try service.differingRows() >= 1)
  }

  /// Counts how often the meaning of a name was looked up.
  private final class AskedNames: Sendable {
    private let count = Mutex(0)

    /// The rules, with lookups counted.
    func noting(_ rules: ValueRules) -> ValueRules {
      var noting = rules
      let meaning = rules.meaning
      noting.meaning = { [self] name, date in
        count.withLock { $0 += 1 }
        return meaning(name, date)
      }
      return noting
    }

    func taken() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  @Test func `a chain of equal transfers longer than any stretch is paired as at once`() throws {
    let hour: Int64 = 3_600
    func rows(_ form: String, _ account: String, _ role: Role, late: Int64, _ amount: Quantity)
      -> [Row]
    {
      (0..<2_000).map {
        fact(form, account, role, at: Self.start + $0 * hour + late, Amount("BTC", amount))
      }
    }
    // Each deposit arrives after the next withdrawal.
    let sent = file("report", rows("report", "exchange", .withdrawal, late: 0, -1))
    let received = file("wallet", rows("wallet", "wallet", .deposit, late: hour * 3 / 2, 1))
    _ = try service.apply(.add([sent]), label: "import")
    var byStretches = service
    byStretches.stretchSize = 60
    _ = try byStretches.apply(.add([received]), label: "import")
    #expect(try ledger.moves.all(MoveQuery(isOpen: true)).isEmpty)
    #expect(try service.preview(EvidenceChange()).change == nil)
  }

  @Test func `a purchase derives what it can reach, although rows wait`() throws {
    var dice = SeededGenerator(seed: 5)
    for file in files(&dice).filter({ $0.form == "report" }) {
      _ = try service.apply(.add([file]), label: "import")
    }
    #expect(try !service.questions().isEmpty)
    let asked = AskedNames()
    ledger.follow { [asked] in
      try ImportService.following(
        $0, rules: Self.rules, valueRules: asked.noting(Self.valueRules), version: "1")
    }
    func buy(on date: Date) throws -> Int {
      let purchase = Transaction(
        coinId: "bitcoin", type: .buy, amount: 3, pricePerCoin: 9, date: date)
      try ledger.apply(.add([purchase]), now: Self.now)
      return asked.taken()
    }
    let all = try buy(on: Date(timeIntervalSince1970: TimeInterval(Self.start)))
    // Only waiting rows are looked up again.
    #expect(try buy(on: Self.now) < all / 4)
  }

  @Test func `redoing a typed row leaves the next import its stretch`() throws {
    func trade(onDay day: Int64) -> ReadFile {
      let cash = Amount("USD", -100)
      return file(
        "report",
        [
          fact(
            "report", "exchange", .trade, at: Self.start + day * Self.day, Amount("BTC", 1),
            counter: cash)
        ])
    }
    for day in [0, 30] as [Int64] {
      _ = try service.apply(.add([trade(onDay: day)]), label: "import")
    }
    try ledger.apply(
      .add([
        Transaction(
          coinId: "litecoin", type: .buy, amount: 3, pricePerCoin: 9,
          date: Date(timeIntervalSince1970: TimeInterval(Self.start)))
      ]), now: Self.now)
    _ = try ledger.undo(now: Self.now)
    _ = try ledger.redo(now: Self.now)
    #expect(try service.apply(.add([trade(onDay: 60)]), label: "import").derivedFrom != nil)
    // The rows of a file may be those of an older program.
    _ = try ledger.undo(now: Self.now)
    _ = try ledger.redo(now: Self.now)
    #expect(try service.apply(.add([trade(onDay: 90)]), label: "import").derivedFrom == nil)
  }

  @Test func `another program derives all of the ledger once`() throws {
    var dice = SeededGenerator(seed: 1)
    let files = files(&dice).filter { $0.form == "report" }
    let newer = ImportService(
      ledger: ledger, rules: Self.rules, valueRules: Self.valueRules, version: "2",
      clock: { Self.now })
    let parts = try [service, service, newer, newer].enumerated().map { index, service in
      try service.apply(.add([files[index + 1]]), label: "import").derivedFrom != nil
    }
    #expect(parts == [false, true, false, true])
    // Undoing the newest import keeps what was stored before it.
    _ = try ledger.undo(now: Self.now)
    #expect(try newer.apply(.add([files[4]]), label: "import").derivedFrom != nil)
    // Undoing further may restore rows derived by an older program.
    _ = try ledger.undo(now: Self.now)
    _ = try ledger.undo(now: Self.now)
    #expect(try newer.apply(.add([files[4]]), label: "import").derivedFrom == nil)
  }
}
