// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "bitpal-benchmarks",
  targets: [.executableTarget(name: "dashboard-speed")],
  swiftLanguageModes: [.v6]
)
