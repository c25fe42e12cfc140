import FoundationEssentials
import Testing

/// What each room may import (`docs/architecture.md`); an import goes down and never up.
private let allowed: [String: Set<String>] = [
  "Portfolio": ["FoundationEssentials"],
  "CellGrid": ["FoundationEssentials"],
  "WidgetTimeline": ["FoundationEssentials", "Portfolio"],
  "Widgets": ["FoundationEssentials", "Portfolio", "WidgetTimeline", "CellGrid"],
  "Interchange": ["FoundationEssentials", "Portfolio"],
  "CoinCatalogue": ["FoundationEssentials", "Portfolio", "CCoinCatalogue"],
  "SamplePortfolio": ["FoundationEssentials", "Portfolio"],
  "Dashboard": ["FoundationEssentials", "Portfolio", "WidgetTimeline", "Widgets", "CellGrid"],
  "LedgerStore": ["FoundationEssentials", "Glibc", "Synchronization", "Portfolio", "GRDB"],
  "AppGroup": [
    "FoundationEssentials", "Glibc", "Synchronization", "Portfolio", "WidgetTimeline",
  ],
  "CoinGecko": ["FoundationEssentials", "Glibc", "Synchronization", "Portfolio", "CCurl"],
  "NcursesScreen": ["FoundationEssentials", "Glibc", "CellGrid", "CScreen"],
  "ConfigurationFile": ["Portfolio", "CellGrid", "TOMLKit"],
  "BitpalCommands": [
    "FoundationEssentials", "Glibc", "Synchronization", "ArgumentParser", "Portfolio", "CellGrid",
    "WidgetTimeline", "Widgets", "Interchange", "CoinCatalogue", "SamplePortfolio", "Dashboard",
    "LedgerStore", "AppGroup", "CoinGecko", "NcursesScreen", "ConfigurationFile",
  ],
  "bitpal": ["BitpalCommands"],
]

/// Rooms of C, which have no imports of Swift.
private let cRooms: Set<String> = ["CNcurses", "CScreen", "CCurl", "CCoinCatalogue"]

struct ImportWallTests {
  private let sources = SourceTree(folder: "Sources")

  @Test func everyRoomIsOnTheWall() {
    #expect(Set(sources.rooms) == Set(allowed.keys).union(cRooms))
  }

  @Test("imports only what lies below", arguments: allowed.keys.sorted())
  func importsGoDown(_ room: String) throws {
    let may = try #require(allowed[room])
    let files = sources.swiftFiles(of: room)
    #expect(!files.isEmpty)
    for file in files {
      for module in file.imports where !may.contains(module) {
        Issue.record("\(file.path) imports \(module), which lies above \(room) or outside it")
      }
    }
  }

  @Test func theWallHasNoUnusedDoors() {
    let used = Set(sources.rooms.flatMap { sources.swiftFiles(of: $0) }.flatMap(\.imports))
    let named = allowed.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(named.subtracting(used) == [])
  }

  @Test func noFileIsLongerThanThreeHundredLines() {
    for room in sources.rooms {
      for file in sources.swiftFiles(of: room) where file.lines.count > 300 {
        Issue.record("\(file.path) has \(file.lines.count) lines")
      }
    }
  }

  @Test func moneyNeverMeetsBinaryFractions() {
    let words = ["Double", "Float", "Float32", "Float80", "CGFloat"]
    let rooms = [
      "Portfolio", "WidgetTimeline", "Widgets", "LedgerStore", "AppGroup", "Interchange",
      "CoinGecko", "SamplePortfolio",
    ]
    for file in rooms.flatMap({ sources.swiftFiles(of: $0) }) {
      for word in words where file.words.contains(word) {
        Issue.record("\(file.path) says \(word)")
      }
    }
  }
}
