// swift-tools-version: 6.2
import PackageDescription

let bitpal = "bitpal"

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: bitpal, path: "..")],
  targets: [
    .executableTarget(
      name: "ledger", dependencies: [.product(name: "Portfolio", package: bitpal)]),
    .executableTarget(
      name: "grid", dependencies: [.product(name: "CellGrid", package: bitpal)]),
    .executableTarget(
      name: "chart",
      dependencies: [
        .product(name: "CellGrid", package: bitpal), .product(name: "Charts", package: bitpal),
        .product(name: "Exact", package: bitpal),
      ]),
    .executableTarget(
      name: "widget",
      dependencies: [
        .product(name: "CellGrid", package: bitpal),
        .product(name: "Exact", package: bitpal),
        .product(name: "Portfolio", package: bitpal),
        .product(name: "Widgets", package: bitpal),
        .product(name: "WidgetTimeline", package: bitpal),
      ]),
    .executableTarget(
      name: "timeline", dependencies: [.product(name: "WidgetTimeline", package: bitpal)]),
  ]
)
