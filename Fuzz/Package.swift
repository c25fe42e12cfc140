// swift-tools-version: 6.2
import PackageDescription

// Programs that feed a parser generated input until it fails. They need a separate build, in which
// every branch reports to the fuzzer; `Fuzz/run.sh` makes it. The targets after the first are links
// to those of bitpal.

let swiftRules: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "bitpal-fuzz",
  dependencies: [
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
  ],
  targets: [
    .executableTarget(
      name: "fuzz-configuration",
      dependencies: ["ConfigurationFile", .product(name: "TOMLKit", package: "TOMLKit")],
      swiftSettings: swiftRules),
    .target(
      name: "Exact", dependencies: [.product(name: "BigInt", package: "BigInt")],
      swiftSettings: swiftRules),
    .target(name: "Portfolio", dependencies: ["Exact"], swiftSettings: swiftRules),
    .target(name: "CellGrid", swiftSettings: swiftRules),
    .target(
      name: "ConfigurationFile",
      dependencies: [
        "Portfolio", "CellGrid", .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: swiftRules),
  ],
  swiftLanguageModes: [.v6]
)
