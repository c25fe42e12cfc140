import BitpalTesting
import Exact
import Foundation
import Portfolio
import Synchronization
import Testing
import WidgetTimeline
import AppGroup

/// Lists of the container with entries that cannot be read.
struct DamagedLists {
  private let temporary: TemporaryContainer
  private let container: AppGroupContainer
  private let store: AppGroupWidgetStore
  private let warned = Warned()
  private let noon = utc("2026-04-28T12:00:00Z")

  init() throws {
    temporary = try TemporaryContainer()
    container = temporary.container
    let (warned, noon) = (warned, noon)
    store = AppGroupWidgetStore(container, warn: { warned.add($0) }, clock: { noon })
    try store.update { files in
      files.alerts = PriceAlerts(
        ["bitcoin", "solana", "cardano"].map {
          PriceAlert(coinId: $0, condition: .above(1), created: noon)
        })
    }
  }

  private var path: String { container.path(.alerts) }

  /// Damages the alerts file, which has one line per member.
  private func damage(_ change: (String) -> String) throws {
    let before = try #require(try text(at: path))
    try put(change(before), at: path)
  }

  private func kept() throws -> [String] {
    try names(in: container.widgetData).filter { $0.contains(".corrupt-") }.sorted()
  }

  @Test(arguments: [
    ("9x", #""1.00""#, #""9x""#, ["solana", "cardano"], "Alert 1 (bitcoin) cannot"),
    ("a quote", #""bitcoin""#, #""bitcoin"#, ["solana", "cardano"], "Alert 1 (bitcoin) cannot"),
    ("a name", #""coinId": "solana""#, #"coinId: "solana""#, ["bitcoin", "cardano"], "Alert 2 "),
    ("a brace", "    },\n", "\n", ["solana", "cardano"], "Alert 1 (bitcoin) cannot"),
    ("the list", #""alerts": ["#, #""al"#, ["bitcoin", "solana", "cardano"], "Alert 1 "),
    ("all", "{", "<", [], "Alert 1 (bitcoin), alert 2 (solana), alert 3 (cardano) cannot"),
    ("zeros", "{", "\0", [], "Alert 1 (bitcoin), alert 2 (solana), alert 3 (cardano) cannot"),
  ])
  func `an alert that cannot be read is named, and the others are read`(
    _ what: String, _ right: String, _ wrong: String, _ coins: [String], _ warning: String
  ) throws {
    let count = what == "all" || what == "zeros" ? Int.max : 1
    try damage { $0.replacing(right, with: wrong, maxReplacements: count) }
    #expect(store.alerts()?.alerts.map(\.coinId) == coins)
    #expect(warned.all.first?.hasPrefix(warning) == true, "\(warned.all)")
    #expect(warned.all.first?.contains("\(path). ") == true)
  }

  @Test(arguments: [0, 1, 2])
  func `a file that was cut anywhere loses no alert before the cut`(_ whole: Int) throws {
    let all = try #require(try text(at: path))
    let ends = all.ranges(of: "}").map {
      all.utf8.distance(from: all.startIndex, to: $0.upperBound)
    }
    let end = whole == 0 ? 0 : ends[whole - 1]
    for size in [end, end + 1, end + 5, end + 60] {
      try put(String(decoding: all.utf8.prefix(size), as: UTF8.self), at: path)
      let found = try #require(store.alerts())
      #expect(found.alerts.count == whole, "\(size)")
      #expect(found.unreadable.map(\.number) == [whole + 1], "\(size)")
    }
    #expect(warned.all.allSatisfy { $0.contains(" and what was after it cannot be read") })
  }

  @Test func `what cannot be read stays in the file, and its bytes are kept where they would not`()
    throws
  {
    try damage { $0.replacing("\"1.00\"", with: "\"9x\"", maxReplacements: 1) }
    try store.update { $0.alerts?.alerts[0].fired = noon }
    #expect(try kept() == [])
    #expect(store.alerts()?.unreadable.map(\.coinId) == ["bitcoin"])
    // A file that is not JSON cannot keep its damaged entry in place.
    try damage { $0.replacing("\"cardano\"", with: "\"cardano") }
    let damaged = try text(at: path)
    try store.update { $0.alerts?.alerts[0].fired = nil }
    let corrupt = "alerts.json.corrupt-20260428T120000Z"
    #expect(try kept() == [corrupt])
    #expect(try text(at: "\(container.widgetData)/\(corrupt)") == damaged)
    #expect(store.alerts()?.unreadable.map(\.coinId) == ["cardano", "bitcoin"])
    #expect(
      warned.all.contains(
        "A damaged file was replaced; it is kept as \(container.widgetData)/\(corrupt)."))
    // An entry that is removed is kept in a backup, too.
    try store.update { $0.alerts?.unreadable = [] }
    #expect(try kept() == [corrupt, "\(corrupt)-2"])
    #expect(store.alerts()?.alerts.map(\.coinId) == ["solana"])
  }

  @Test func `an empty file is not a list without entries`() throws {
    try put("", at: path)
    #expect(try store.readAlerts().unreadable.count == 1)
    try store.update { $0.alerts?.unreadable = [] }
    #expect(try kept() == [])
    #expect(try store.readAlerts() == PriceAlerts())
  }

  @Test func `what the system does not let us read is no empty list`() throws {
    try #require(unlink(path) == 0)
    try #require(mkdir(path, 0o700) == 0)
    #expect(store.alerts() == nil)
    #expect(warned.all.first?.hasPrefix("A folder is in its place: could not read") == true)
    #expect(throws: ContainerError.refused(.read, path: path, code: EISDIR)) {
      try store.readAlerts()
    }
  }

  @Test func `prices that cannot be read are those kept with the holdings`() throws {
    let coin = Coin(
      id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 55_000, priceChange24h: nil,
      lastUpdated: noon)
    try store.update { files in
      files.prices = PriceBook(
        [KnownPrice(coin: coin, source: "CoinGecko", fetched: noon)], lastUpdated: noon)
      files.refreshData = WidgetRefreshData(
        holdings: [RefreshableHolding(coin: coin, quantity: 1, totalCost: 1)], realizedPnL: 0,
        lastUpdated: noon)
    }
    let prices = container.path(.prices)
    let whole = try #require(try text(at: prices))
    try put(String(whole.prefix(whole.count / 2)), at: prices)
    #expect(store.prices()?.coins["bitcoin"]?.currentPrice == 55_000)
    #expect(store.prices()?.lastUpdated == noon)
    #expect(warned.all.first?.contains("`bitpal refresh` fetches what is missing.") == true)
    // The next write repairs the file and keeps a copy of the damaged one.
    try store.update { _ in }
    #expect(try kept() == ["prices.json.corrupt-20260428T120000Z"])
    #expect(store.prices()?.unreadable == [])
  }

  @Test func `a file that is damaged again and again fills no disk`() throws {
    var marks: [String] = []
    for number in 1...6 {
      marks.append("{\(number)")
      try AtomicFile.write(Array("{\(number)".utf8), to: container.portfolio)
      try put(marks.last ?? "", at: "\(container.portfolio).corrupt-of-mine")
      _ = try AtomicFile.setAside(container.portfolio, at: noon)
    }
    let copies = try kept().filter { !$0.hasSuffix("mine") }
    #expect(
      try Set(copies.map { try text(at: "\(container.widgetData)/\($0)") }) == Set(marks.suffix(3)))
    #expect(copies.count == 3)
    #expect(try kept().count == 4)
  }
}

/// Lists the files of the container.
struct ContainerFiles {
  @Test func `every kind has names of its own`() throws {
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": "/a"], currentFolder: "/")
    for kind in ContainerFile.allCases where ![.keptAside, .unfinished].contains(kind) {
      #expect(container.kind(of: container.path(kind, named: "x-1")) == kind)
    }
    let folder = container.folder
    #expect(container.kind(of: "\(folder)/BitpalShared.sqlite-wal") == .ledger)
    #expect(container.kind(of: "\(folder)/BitpalShared.sqlite.damaged-1") == .keptAside)
    #expect(container.kind(of: "\(container.portfolio).corrupt-20260428T120000Z") == .keptAside)
    #expect(container.kind(of: "\(container.widgetData)/.bitpal-7-1.tmp") == .unfinished)
    #expect(container.kind(of: "\(container.backups)/x.sqlite.new-abcdef") == .unfinished)
    for other in ["\(folder)/notes.txt", "\(container.widgetData)/portfolio.txt", "/b/.lock"] {
      #expect(container.kind(of: other) == nil)
    }
  }

  @Test func `the files that are there are listed, and a link back to the container ends`() throws {
    let temporary = try TemporaryContainer()
    let container = temporary.container
    #expect(try container.files() == [])
    try put("x", at: container.portfolio)
    try put("x", at: container.path(.importMap, named: "b"))
    try put("x", at: container.path(.importMap, named: "a"))
    try #require(symlink(container.folder, "\(container.folder)/around") == 0)
    #expect(try container.files().contains(container.portfolio))
    #expect(
      try container.files(.importMap) == ["a", "b"].map { container.path(.importMap, named: $0) })
  }
}

/// Collects warnings.
private final class Warned: Sendable {
  private let sentences = Mutex<[String]>([])
  var all: [String] { sentences.withLock { $0 } }
  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}
