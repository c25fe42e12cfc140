// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target shares: today's language rules, and no warning left standing.
let houseRules: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// One Swift target of the house, at `Sources/<name>`.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: houseRules)
}

/// The tests of one room, at `Tests/<name>Tests`.
func proof(
  _ name: String, _ dependencies: [Target.Dependency] = [], data: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name), "BitpalTesting"] + dependencies,
    exclude: data,
    swiftSettings: houseRules)
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")

let package = Package(
  name: "bitpal",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "bitpal", targets: ["bitpal"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3"),
  ],
  targets: [
    // C, the ground the edges stand on
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "CScreen", dependencies: ["CNcurses"],
      linkerSettings: [.linkedLibrary("ncursesw")]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CCoinCatalogue", exclude: ["catalogue.bin"]),

    // Pure: no files, clock, network, terminal, environment or locale
    room("Portfolio"),
    room("CellGrid"),
    room("WidgetTimeline", ["Portfolio"]),
    room("Widgets", ["WidgetTimeline", "Portfolio", "CellGrid"]),
    room("Interchange", ["Portfolio"]),
    room("CoinCatalogue", ["Portfolio", "CCoinCatalogue"]),
    room("SamplePortfolio", ["Portfolio"]),

    // Edges: each talks to one thing outside
    room("LedgerStore", ["Portfolio", grdb]),
    room("AppGroup", ["WidgetTimeline", "Portfolio"]),
    room("CoinGecko", ["Portfolio", "CCurl"]),
    room("NcursesScreen", ["CellGrid", "CScreen"]),
    room("ConfigurationFile", ["Portfolio", "CellGrid", tomlKit]),

    // The interactive program, still pure
    room("Dashboard", ["Widgets", "WidgetTimeline", "CellGrid", "Portfolio"]),

    // The door
    room(
      "BitpalCommands",
      [
        "Dashboard", "LedgerStore", "AppGroup", "CoinGecko", "NcursesScreen", "ConfigurationFile",
        "Interchange", "Widgets", "WidgetTimeline", "CellGrid", "Portfolio", "CoinCatalogue",
        "SamplePortfolio",
        argumentParser,
      ]),
    .executableTarget(
      name: "bitpal", dependencies: ["BitpalCommands"], swiftSettings: houseRules),

    // Tests
    .target(
      name: "BitpalTesting", dependencies: ["Portfolio", customDump],
      path: "Tests/BitpalTesting", swiftSettings: houseRules),
    proof("Portfolio"),
    proof("CellGrid"),
    proof("WidgetTimeline", ["Portfolio"]),
    proof("Widgets", ["WidgetTimeline", "Portfolio", "CellGrid"]),
    proof("Interchange", ["Portfolio"]),
    proof("CoinCatalogue", ["Portfolio"]),
    proof("SamplePortfolio", ["Portfolio"]),
    proof("LedgerStore", ["Portfolio", grdb], data: ["Fixtures"]),
    proof("AppGroup", ["WidgetTimeline", "Portfolio"]),
    proof("CoinGecko", ["Portfolio", flyingFox]),
    proof("NcursesScreen", ["CellGrid"]),
    proof("ConfigurationFile", ["Portfolio", "CellGrid"]),
    proof(
      "Dashboard", ["Widgets", "WidgetTimeline", "CellGrid", "Portfolio"], data: ["Goldens"]),
    proof(
      "BitpalCommands",
      ["Portfolio", "WidgetTimeline", "Widgets", "CellGrid", "ConfigurationFile"]),
    .testTarget(
      name: "HouseTests", dependencies: ["BitpalTesting"], swiftSettings: houseRules),
    .testTarget(
      name: "WholeProgramTests", dependencies: ["bitpal", "BitpalTesting", flyingFox],
      swiftSettings: houseRules),
  ],
  swiftLanguageModes: [.v6]
)
