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

/// The rules that every source file follows.
///
/// - A target imports only what its rule allows, and no rule allows an unused import.
/// - No file has more than 800 lines, and no type is spread over more than three files.
/// - Paths in the container come from one list, which `bitpal doctor` checks.
/// - Amounts of money never use binary floating point.
/// - Every test suite has a doc comment that says what it promises, and every test is named by a
///   sentence.
struct ImportRulesTests {
  private let sources = SourceTree(folder: "Sources")

  @Test func `every target has its rule`() {
    #expect(Set(sources.targets) == Set(allowed.keys).union(cTargets))
  }

  @Test(arguments: allowed.keys.sorted())
  func `imports only what lies below`(_ target: String) throws {
    let may = try #require(allowed[target])
    let files = sources.swiftFiles(of: target)
    #expect(!files.isEmpty)
    for file in files {
      for module in file.imports where !may.contains(module) {
        Issue.record("\(file.path) imports \(module), which lies above \(target) or outside it")
      }
    }
  }

  @Test(arguments: allowed.keys.sorted())
  func `allows nothing that no file imports`(_ target: String) {
    let used = Set(sources.swiftFiles(of: target).flatMap(\.imports))
    #expect((allowed[target] ?? []).subtracting(used) == [])
  }

  @Test func `no file is longer than eight hundred lines`() {
    for target in sources.targets {
      for file in sources.swiftFiles(of: target) where file.lines.count > 800 {
        Issue.record("\(file.path) has \(file.lines.count) lines")
      }
    }
  }

  /// Shared command code is extended next to the commands of each noun.
  private static let extendedByNoun: Set<Substring> = ["AppContext"]

  @Test func `no type is in more than three files`() {
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

  @Test func `paths in the container are made from the one list of its files`() {
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

  @Test func `money never meets binary fractions`() {
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

  @Test func `every suite says what it promises`() {
    let tests = SourceTree(folder: "Tests")
    let files = tests.targets.flatMap(tests.swiftFiles(of:))
    #expect(!files.isEmpty)
    for file in files {
      for suite in file.suitesWithoutComment {
        Issue.record("\(file.path): \(suite) has no doc comment")
      }
    }
  }

  @Test func `every test is named by a sentence`() {
    let tests = SourceTree(folder: "Tests")
    let files = tests.targets.flatMap(tests.swiftFiles(of:))
    #expect(files.contains { !$0.testNames.isEmpty })
    for file in files {
      for name in file.testNames where !name.hasPrefix("`") || !name.contains(" ") {
        Issue.record("\(file.path): \(name) is not a sentence in backticks")
      }
    }
  }

  @Test func `a suite without comment is found`() {
    let lines: [Substring] = [
      "/// Documented.", "@Suite(.serialized)", "struct Documented {", "  @Test func one() {}", "}",
      "struct Helper {}", "extension Documented {", "  @Test func two() {}", "}",
      "@Suite final class Silent {", "  struct Row {}", "  @Test func three() {}", "}",
      "extension Documented {", "  struct InnerTests {", "  }", "}",
    ]
    let file = SourceTree.File(path: "", lines: lines)
    #expect(file.suitesWithoutComment == ["Silent", "InnerTests"])
  }
}

extension SourceTree.File {
  /// The suites without a doc comment: types that have tests or end in `Tests`.
  fileprivate var suitesWithoutComment: [String] {
    var names: [String] = []
    // The last type at each indentation, unless it has a comment.
    var silent: [Int: String] = [:]
    for (index, line) in lines.enumerated() {
      let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      if line.dropFirst(indent).hasPrefix("@Test"),
        let name = silent.removeValue(forKey: indent - 2)
      {
        names.append(name)
      }
      guard let type = Self.type(begunBy: line) else { continue }
      silent[indent] =
        type.kind == "extension" || hasComment(above: index) ? nil : String(type.name)
      if type.name.hasSuffix("Tests"), let name = silent.removeValue(forKey: indent) {
        names.append(name)
      }
    }
    return names
  }

  /// The names of tests, in backticks if they are sentences.
  fileprivate var testNames: [String] {
    var names: [String] = []
    var isTest = false
    for line in lines {
      isTest = isTest || line.drop(while: \.isWhitespace).hasPrefix("@Test")
      guard isTest, let word = line.firstRange(of: "func ") else { continue }
      isTest = false
      let rest = line[word.upperBound...]
      let name =
        rest.first == "`" ? rest.dropFirst().prefix { $0 != "`" } : rest.prefix { $0 != "(" }
      names.append(rest.first == "`" ? "`\(name)`" : String(name))
    }
    return names
  }

  /// Whether a doc comment is above a line and its attributes.
  private func hasComment(above index: Int) -> Bool {
    let above = lines[..<index].last { !$0.drop(while: \.isWhitespace).hasPrefix("@") }
    return above?.drop(while: \.isWhitespace).hasPrefix("///") == true
  }

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "extension"]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect",
  ]

  /// The kind and name of the type or extension that begins on a line.
  private static func type(begunBy line: Substring) -> (kind: Substring, name: Substring)? {
    // Skip most lines early: only few of tens of thousands can begin a type.
    guard let first = line.utf8.first(where: { $0 != UInt8(ascii: " ") }),
      "aceifps@".utf8.contains(first)
    else { return nil }
    let words = line.split(separator: " ")
    guard let index = words.firstIndex(where: { kinds.contains($0) }), index + 1 < words.count,
      words[..<index].allSatisfy({ modifiers.contains($0) || $0.first == "@" })
    else { return nil }
    return (words[index], words[index + 1].prefix { $0.isLetter || $0.isNumber })
  }
}
