import FoundationEssentials
import Testing

/// What each target may import (`docs/architecture.md`); imports only point down.
private let allowed: [String: Set<String>] = [
  "Exact": ["FoundationEssentials", "BigInt"],
  "Portfolio": ["FoundationEssentials", "Exact"],
  "Threads": ["Glibc", "Synchronization"],
  "MarketData": ["FoundationEssentials", "Exact", "Portfolio", "CMarketData"],
  "CellGrid": ["Synchronization"],
  "Charts": ["FoundationEssentials", "Exact", "CellGrid"],
  "CallBudget": ["FoundationEssentials", "Portfolio"],
  "HTTP": ["FoundationEssentials", "Glibc", "CCurl"],
  "Archive": ["CArchive"],
  "Workbook": ["CExpat"],
  "Reports": [
    "FoundationEssentials", "Portfolio", "Exact", "Threads", "WidgetTimeline", "Widgets",
    "CellGrid",
  ],
  "Application": [
    "FoundationEssentials", "Glibc", "Synchronization", "Portfolio", "Exact", "MarketData",
    "WidgetTimeline", "CoinCatalogue", "LedgerStore", "AppGroup", "Import", "Threads",
  ],
  "WidgetTimeline": ["FoundationEssentials", "Exact", "Portfolio", "CallBudget"],
  "Widgets": [
    "FoundationEssentials", "Exact", "Portfolio", "MarketData", "WidgetTimeline", "CellGrid",
    "Charts",
  ],
  "Export": ["FoundationEssentials", "Portfolio", "Exact"],
  "ImportText": ["FoundationEssentials", "Portfolio", "Exact"],
  "ImportForms": [
    "FoundationEssentials", "Portfolio", "Exact", "Import", "ImportText", "Export", "Threads",
  ],
  "Import": ["FoundationEssentials", "Exact", "Portfolio"],
  "CoinCatalogue": ["CCoinCatalogue"],
  "SamplePortfolio": ["FoundationEssentials", "Exact", "Portfolio"],
  "Dashboard": [
    "FoundationEssentials", "Exact", "Portfolio", "MarketData", "WidgetTimeline", "Widgets",
    "Charts", "CellGrid", "CoinCatalogue",
  ],
  "LedgerStore": [
    "FoundationEssentials", "Glibc", "Synchronization", "Exact", "Portfolio", "Threads", "GRDB",
    "GRDBSQLite", "CSHA256",
  ],
  "AppGroup": [
    "FoundationEssentials", "Glibc", "Synchronization", "Exact", "Portfolio", "WidgetTimeline",
  ],
  "PriceProvider": ["FoundationEssentials", "Exact", "Portfolio", "HTTP"],
  "CoinGecko": [
    "FoundationEssentials", "Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider",
  ],
  "DefiLlama": [
    "FoundationEssentials", "Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider",
  ],
  "Kraken": [
    "FoundationEssentials", "Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider",
  ],
  "NcursesScreen": ["Glibc", "CellGrid", "CScreen"],
  "ConfigurationFile": ["Portfolio", "CellGrid", "TOMLKit"],
  "Gallery": [
    "FoundationEssentials", "Exact", "Portfolio", "MarketData", "WidgetTimeline", "Widgets",
    "CellGrid", "SamplePortfolio", "Dashboard", "CoinGecko", "Application", "Reports",
  ],
  "BitpalCommands": [
    "FoundationEssentials", "Glibc", "Synchronization", "ArgumentParser", "Portfolio", "CellGrid",
    "WidgetTimeline", "Widgets", "Import", "ImportText", "ImportForms", "Export", "CoinCatalogue",
    "SamplePortfolio", "Gallery", "Dashboard",
    "LedgerStore", "AppGroup", "PriceProvider", "CoinGecko", "DefiLlama", "Kraken",
    "NcursesScreen",
    "ConfigurationFile", "Application",
    "Reports", "HTTP", "CallBudget", "MarketData", "Charts", "Exact",
    "Archive", "Workbook", "CVersion",
  ],
  "bitpal": ["BitpalCommands", "CArguments"],
]

/// C targets, which have no Swift imports.
private let cTargets: Set<String> = [
  "CArguments", "CNcurses", "CScreen", "CCurl", "CArchive", "CExpat", "CCoinCatalogue",
  "CMarketData", "CUnicodeData", "CVersion", "CSHA256",
]

struct ImportRulesTests {
  private let sources = SourceTree(folder: "Sources")

  @Test func everyTargetHasItsRule() {
    #expect(Set(sources.targets) == Set(allowed.keys).union(cTargets))
  }

  @Test("imports only what lies below", arguments: allowed.keys.sorted())
  func importsGoDown(_ target: String) throws {
    let may = try #require(allowed[target])
    let files = sources.swiftFiles(of: target)
    #expect(!files.isEmpty)
    for file in files {
      for module in file.imports where !may.contains(module) {
        Issue.record("\(file.path) imports \(module), which lies above \(target) or outside it")
      }
    }
  }

  @Test("allows nothing that no file imports", arguments: allowed.keys.sorted())
  func noRuleIsUnused(_ target: String) {
    let used = Set(sources.swiftFiles(of: target).flatMap(\.imports))
    #expect((allowed[target] ?? []).subtracting(used) == [])
  }

  @Test func noFileIsLongerThanEightHundredLines() {
    for target in sources.targets {
      for file in sources.swiftFiles(of: target) where file.lines.count > 800 {
        Issue.record("\(file.path) has \(file.lines.count) lines")
      }
    }
  }

  /// Shared command code is extended next to the commands of each noun.
  private static let extendedByNoun: Set<Substring> = ["AppContext"]

  @Test func noTypeIsInMoreThanThreeFiles() {
    for target in sources.targets {
      let files = sources.swiftFiles(of: target).map {
        $0.path.split(separator: "/").last.map(String.init) ?? $0.path
      }
      let types = Dictionary(grouping: files) {
        $0.prefix { $0 != "+" && $0 != "." }
      }
      for (type, parts) in types where parts.count > 3 && !Self.extendedByNoun.contains(type) {
        Issue.record("\(target): \(type) is in \(parts.sorted())")
      }
    }
  }

  @Test func pathsInTheContainerAreMadeFromTheOneListOfItsFiles() {
    // A file that is missing from the list is not checked by `bitpal doctor`.
    let folders = ["container.folder)/", "Application Support/"]
    for target in sources.targets where target != "AppGroup" {
      for file in sources.swiftFiles(of: target) {
        for (index, line) in file.lines.enumerated() {
          guard !line.contains("*.json"), folders.contains(where: line.contains) else { continue }
          Issue.record("\(file.path):\(index + 1) makes a path in the container")
        }
      }
    }
  }

  @Test func moneyNeverMeetsBinaryFractions() {
    let words = ["Double", "Float", "Float32", "Float80", "CGFloat"]
    let targets = [
      "Portfolio", "WidgetTimeline", "Widgets", "LedgerStore", "AppGroup", "ImportText",
      "ImportForms", "Export",
      "Import", "CoinGecko", "SamplePortfolio", "Exact", "MarketData", "Reports",
      "PriceProvider", "DefiLlama", "Kraken", "Workbook",
    ]
    for file in targets.flatMap({ sources.swiftFiles(of: $0) }) {
      for word in file.words.intersection(words) {
        Issue.record("\(file.path) says \(word)")
      }
    }
  }
}
