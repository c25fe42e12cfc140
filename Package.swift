// swift-tools-version: 6.2
import PackageDescription

/// Lets tests look inside the release program, which `make` compiles once for users and tests.
///
/// Packages that depend on this one do not get the flag.
let testable: [SwiftSetting] =
  Context.environment["BITPAL_TESTABLE"] == nil ? [] : [.unsafeFlags(["-enable-testing"])]

/// Settings shared by all Swift targets: current language features, warnings as errors.
let swiftRules: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ] + testable

/// One Swift target, at `Sources/<name>`.
func swiftTarget(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftRules + droppable + settings)
}

/// Optimizes release builds for size: these targets are large and rarely compute-bound.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Lets the linker drop code the program does not call, even if tests can see it.
let droppable: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-internalize-at-link"], .when(configuration: .release))
]

/// Compiles tests quickly, unoptimized: the code under test is optimized, and nothing imports them.
let testRules = swiftRules + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// Makes C string and memory functions check known buffer sizes.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

/// The tests of one target, at `Tests/<name>Tests`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], data: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name), "BitpalTesting"] + dependencies,
    exclude: data,
    swiftSettings: testRules)
}

/// The commit shown by `--version`; set by `make build`.
let commit = Context.environment["BITPAL_COMMIT"].flatMap { $0.isEmpty ? nil : $0 }

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")

let package = Package(
  name: "bitpal",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bitpal", targets: ["bitpal"]),
    // Public libraries (docs/stability.md)
    .library(name: "Exact", targets: ["Exact"]),
    .library(name: "Portfolio", targets: ["Portfolio"]),
    .library(name: "CellGrid", targets: ["CellGrid"]),
    .library(name: "Charts", targets: ["Charts"]),
    .library(name: "Widgets", targets: ["Widgets"]),
    .library(name: "WidgetTimeline", targets: ["WidgetTimeline"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
  ],
  targets: [
    // C shims
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "CScreen", dependencies: ["CNcurses"], cSettings: fortified,
      linkerSettings: [.linkedLibrary("ncursesw")]),
    .target(name: "CCurl", cSettings: fortified, linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CArchive", cSettings: fortified, linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CExpat", cSettings: fortified, linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CCoinCatalogue", exclude: ["catalogue.bin"]),
    .target(name: "CUnicodeData"),
    .target(name: "CArguments", cSettings: fortified),
    .target(name: "CSHA256", cSettings: fortified),
    .target(
      name: "CVersion",
      cSettings: commit.map { [.define("BITPAL_COMMIT", to: "\"\($0)\"")] } ?? []),
    .target(name: "CMarketData", exclude: ["rates.bin", "prices.bin"]),

    // Pure: no files, clock, network, terminal, environment or locale
    swiftTarget("Exact", [bigInt]),
    swiftTarget("Threads"),
    swiftTarget("Portfolio", ["Exact"], settings: small),
    swiftTarget("MarketData", ["Exact", "Portfolio", "CMarketData"], settings: small),
    swiftTarget("CellGrid", settings: small),
    swiftTarget("Charts", ["Exact", "CellGrid"], settings: small),
    swiftTarget("CallBudget", ["Portfolio"], settings: small),
    swiftTarget("WidgetTimeline", ["Exact", "Portfolio", "CallBudget"], settings: small),
    swiftTarget(
      "Widgets", ["WidgetTimeline", "MarketData", "Portfolio", "Exact", "CellGrid", "Charts"],
      settings: small),
    swiftTarget("Import", ["Exact", "Portfolio"], settings: small),
    swiftTarget("Export", ["Exact", "Portfolio"], settings: small),
    swiftTarget("ImportText", ["Exact", "Portfolio"], settings: small),
    swiftTarget(
      "ImportForms", ["Exact", "Portfolio", "Import", "ImportText", "Export", "Threads"],
      settings: small),
    swiftTarget("CoinCatalogue", ["CCoinCatalogue"], settings: small),
    swiftTarget("SamplePortfolio", ["Exact", "Portfolio"], settings: small),

    // I/O: each talks to one external system
    swiftTarget(
      "LedgerStore", ["Exact", "Portfolio", "Threads", "CSHA256", grdb, sqlite], settings: small),
    swiftTarget("AppGroup", ["WidgetTimeline", "Portfolio", "Exact"], settings: small),
    swiftTarget("HTTP", ["CCurl"], settings: small),
    swiftTarget("Archive", ["CArchive"]),
    swiftTarget("Workbook", ["CExpat"], settings: small),
    swiftTarget("PriceProvider", ["Exact", "Portfolio", "HTTP"], settings: small),
    swiftTarget(
      "CoinGecko", ["Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider"], settings: small),
    swiftTarget(
      "DefiLlama", ["Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider"], settings: small),
    swiftTarget(
      "Kraken", ["Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider"], settings: small),
    swiftTarget("NcursesScreen", ["CellGrid", "CScreen"], settings: small),
    swiftTarget("ConfigurationFile", ["Portfolio", "CellGrid", tomlKit], settings: small),

    // The interactive program, still pure
    swiftTarget(
      "Dashboard",
      [
        "Widgets", "WidgetTimeline", "Charts", "CellGrid", "CoinCatalogue", "MarketData",
        "Portfolio", "Exact",
      ], settings: small),

    // Operations and reports, between I/O and the command line
    swiftTarget(
      "Reports", ["Exact", "Threads", "Portfolio", "Widgets", "WidgetTimeline", "CellGrid"],
      settings: small),
    swiftTarget(
      "Application",
      [
        "Exact", "Import", "Portfolio", "MarketData", "WidgetTimeline", "CoinCatalogue",
        "LedgerStore", "AppGroup", "Threads",
      ], settings: small),

    // For reviews: renders every state and compares it with the recorded pictures
    swiftTarget(
      "Gallery",
      [
        "Application", "Reports", "MarketData", "CoinGecko", "Dashboard", "SamplePortfolio",
        "Widgets",
        "WidgetTimeline", "CellGrid", "Portfolio", "Exact",
      ], settings: small),

    // The command line
    swiftTarget(
      "BitpalCommands",
      [
        "Application", "Gallery", "Archive", "Workbook", "Reports", "Charts", "MarketData", "Exact",
        "HTTP",
        "CallBudget",
        "Dashboard", "LedgerStore", "AppGroup", "CoinGecko", "DefiLlama", "Kraken",
        "PriceProvider", "NcursesScreen", "ConfigurationFile",
        "Import", "ImportText", "ImportForms", "Export", "Widgets", "WidgetTimeline", "CellGrid",
        "Portfolio",
        "CoinCatalogue",
        "SamplePortfolio",
        "CVersion", argumentParser,
      ], settings: small),
    .executableTarget(
      name: "bitpal", dependencies: ["BitpalCommands", "CUnicodeData", "CArguments"],
      swiftSettings: swiftRules),

    // Tests
    // All tests depend on this target, and this target on everything below the command line, so
    // that the command line compiles in parallel with the tests. It takes longest, and jobs start
    // in name order: otherwise it would come last and leave CPUs idle.
    .target(
      name: "BitpalTesting",
      dependencies: [
        "Application", "Archive", "CoinGecko", "ConfigurationFile", "Dashboard", "DefiLlama",
        "Exact", "ImportForms", "Kraken", "NcursesScreen", "Portfolio", "Reports",
        "SamplePortfolio", "Workbook",
      ],
      path: "Tests/BitpalTesting", swiftSettings: swiftRules),
    .target(
      name: "ProviderTesting",
      dependencies: ["BitpalTesting", "Exact", "Portfolio", "HTTP", flyingFox],
      path: "Tests/ProviderTesting", swiftSettings: swiftRules),
    tests("Exact"),
    tests("Portfolio", ["Exact", bigInt]),
    tests("MarketData", ["Portfolio", "Exact"]),
    tests("Charts", ["CellGrid"], data: ["Goldens"]),
    tests("HTTP", ["Portfolio", flyingFox]),
    tests("CallBudget", ["Portfolio"]),
    tests("Reports", ["Portfolio", "CellGrid"]),
    tests(
      "Application",
      [
        "Exact", "Import", "Portfolio", "LedgerStore", "AppGroup", "MarketData", "WidgetTimeline",
        "CoinCatalogue",
      ]),
    tests("CellGrid"),
    tests("WidgetTimeline", ["Exact", "Portfolio", "CallBudget"]),
    tests("Widgets", ["WidgetTimeline", "Portfolio", "CellGrid"]),
    tests("Export", ["Exact", "Portfolio"]),
    tests("ImportText", ["Exact", "Portfolio"]),
    tests(
      "ImportForms", ["Exact", "Import", "ImportText", "Export", "Portfolio", "MarketData"],
      data: ["Formats/Fixtures"]),
    tests("Import", ["Exact", "Portfolio"]),
    tests("Archive"),
    tests("Workbook"),
    tests("CoinCatalogue", ["Portfolio"]),
    tests("SamplePortfolio", ["Exact", "Portfolio"]),
    tests("LedgerStore", ["Exact", "Portfolio", grdb, sqlite], data: ["Fixtures"]),
    tests("AppGroup", ["WidgetTimeline", "Portfolio", "Exact"]),
    tests("CoinGecko", ["Exact", "Portfolio", "HTTP", "CallBudget", "PriceProvider", flyingFox]),
    tests(
      "DefiLlama", ["Exact", "Portfolio", "HTTP", "PriceProvider", "ProviderTesting", flyingFox],
      data: ["Fixtures"]),
    tests(
      "Kraken", ["Exact", "Portfolio", "HTTP", "PriceProvider", "ProviderTesting", flyingFox],
      data: ["Fixtures"]),
    tests("NcursesScreen", ["CellGrid", "Widgets"]),
    tests("ConfigurationFile", ["Portfolio", "CellGrid"]),
    tests(
      "Dashboard", ["Widgets", "WidgetTimeline", "CellGrid", "Portfolio", "Charts", "Exact"],
      data: ["Goldens"]),
    tests(
      "BitpalCommands",
      [
        "Application", "Gallery", "Portfolio", "WidgetTimeline", "Widgets", "CellGrid",
        "ConfigurationFile", "Dashboard", argumentParser,
      ]),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["BitpalTesting"], swiftSettings: testRules),
    .testTarget(
      name: "WholeProgramTests", dependencies: ["BitpalTesting", "Exact", flyingFox],
      exclude: ["Torture/Fixtures"],
      swiftSettings: testRules),
  ],
  swiftLanguageModes: [.v6]
)
