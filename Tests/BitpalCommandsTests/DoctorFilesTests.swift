import AppGroup
import Application
import BitpalTesting
import ConfigurationFile
import Dashboard
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands

/// What `doctor` finds in the files of the container.
struct DoctorFilesTests {
  /// Content that no program wrote, for each kind of file with content.
  ///
  /// The exhaustive switches here and in the doctor require a check for every kind.
  private static func damage(of kind: ContainerFile) -> (name: String, text: String)? {
    switch kind {
    case .ledger, .portfolio, .refreshData, .refreshStatus, .exchangeRates, .catalogue: ("", "{1")
    case .backup: ("BitpalShared-2026-04-28", "{1")
    case .prices: ("", #"{"prices": [{"coinId": "bitcoin"}]}"#)
    case .watchlist: ("", #"{"coins": [{"coinId": "bitcoin"}]}"#)
    case .alerts: ("", #"{"alerts": [{"coinId": "bitcoin"}]}"#)
    case .session: ("", "[")
    case .userPrices: ("", "date,coin_id,usd\n2026-04-28,bitcoin,9x\n")
    case .pastPrices: ("bitcoin", "bitpal prices 2\nx")
    case .candles: ("bitcoin", "2026-04-28,1,2,3,1,1\n")
    case .importMap: ("mine", "{}")
    case .countedPositions, .countedCycles:
      ("EUR", #"{"format": "4", "rules": "", "coins": [{}]}"#)
    case .keptLots: ("bitcoin.fifo.USD", #"{"header": "{}", "check": ""}"#)
    case .coinCheckpoint: ("bitcoin.hmrc-USD", #"{"header": "{}", "check": ""}"#)
    case .historySeries: ("average", #"{"format": "1"}"#)
    // Files of version 1.0 are read only once, if ever, so the doctor does not check them.
    case .keptAside, .lock, .unfinished, .priceDay, .fetchedPrices, .incompleteHistory,
      .mendedRows:
      nil
    }
  }

  @Test(arguments: ContainerFile.allCases)
  func `damage of each kind of file is named`(_ kind: ContainerFile) throws {
    guard let (name, text) = Self.damage(of: kind) else { return }
    try withContext { context in
      let path = context.container.path(kind, named: name)
      #expect(context.findings == [])
      for damaged in [text, ""] {
        try AtomicFile.write(Array(damaged.utf8), to: path)
        // Files of rows are empty at first, so that an empty one is valid.
        if damaged.isEmpty, kind == .candles { continue }
        #expect(context.findings.count == 1, "\(kind) with \(damaged.count) bytes")
        #expect(context.findings.first?.contains(path) == true)
      }
      // The check changes nothing.
      #expect(try AtomicFile.read(path) == [])
    }
  }

  @Test func `what is there is counted`() throws {
    try withContext { context in
      try context.service.apply(.add(ledger("buy 3 at 40000")), note: writeNote) {}
      try context.service.apply(.add(ledger("buy 1 at 40000")), note: writeNote) {}
      #expect(try context.backUp(to: nil) != nil)
      try AtomicFile.write([7], to: context.container.portfolio)
      _ = context.service.publish()
      let lines = Dictionary(
        context.checks.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
      #expect(
        lines["Backups"] == "1 daily, the newest of 2026-04-28; 1 that bitpal never removes; "
          + "all can be restored")
      #expect(
        lines["Kept aside"]
          == "1 damaged file: Library/Application Support/WidgetData/"
          + "portfolio.json.corrupt-20260428T120000Z. Delete what you do not need")
      #expect(context.findings == [])
    }
  }

  @Test func `a damaged backup is not the one to restore`() throws {
    try withContext { context in
      try context.service.apply(.add(ledger("buy 3 at 40000")), note: writeNote) {}
      let sound = try #require(try context.backUp(to: nil))
      let damaged = try #require(try context.backUp(to: nil))
      let bytes = try #require(try AtomicFile.read(damaged))
      try AtomicFile.write(Array(bytes.prefix(5000)), to: damaged)
      #expect(context.findings.first?.contains("\(damaged) cannot be restored (") == true)
      let error = LedgerStoreError.damaged(context.container.database, detail: "x")
      #expect(error.namingNewestBackup.sentence.contains(sound))
    }
  }

  @Test func `the dashboard says what cannot be read`() throws {
    try withContext { context in
      try context.service.apply(.add(ledger("buy 3 at 40000")), note: writeNote) {}
      let text = #"{"alerts": [{"coinId": "bitcoin"}]}"#
      try AtomicFile.write(Array(text.utf8), to: context.container.path(.alerts))
      context.warnings.hold()
      let ledger = try BackgroundLedger(context)
      ledger.ask(.open)
      ledger.wait(milliseconds: 10_000)
      var said: [String] = []
      for case .event(.failed(let sentence)) in ledger.nextResponses() + ledger.close(onDelay: {}) {
        said.append(sentence)
      }
      #expect(said.count == 1)
      #expect(said.first?.hasPrefix("Alert 1 (bitcoin) cannot be read: ") == true)
    }
  }

  @Test func `a warning is said once`() {
    let warnings = Warnings()
    warnings.hold()
    for sentence in ["a", "b", "a"] { warnings.say(sentence) }
    #expect(warnings.drain() == ["a", "b"])
    warnings.say("a")
    #expect(warnings.drain() == [])
  }

  private func withContext(_ body: (AppContext) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-doctor-\(UUID())"
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    try container.create()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try body(
      AppContext(
        container: container, environment: [:], configuration: Configuration(),
        clock: { utc("2026-04-28T12:00:00Z") }))
  }
}

extension AppContext {
  fileprivate var checks: [DoctorCheck] { checksOfFiles() + [checkOfCatalogue()] }

  /// The checks that need attention.
  fileprivate var findings: [String] { checks.filter { !$0.isFine }.map(\.text) }
}
