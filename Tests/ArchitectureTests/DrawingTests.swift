import FoundationEssentials
import Testing

/// Compares the drawing in `docs/architecture.md` with `Package.swift`.
struct DrawingTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// The Swift targets of the program and the targets each depends on.
  private let dependencies: [String: Set<String>]
  /// The drawing's arrows: each target with those it points to.
  private let arrows: [String: Set<String>]

  init() throws {
    let package = try String(contentsOfFile: "\(Self.root)/Package.swift", encoding: .utf8)
    var dependencies: [String: Set<String>] = [:]
    for declaration in package.matches(of: /swiftTarget\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/) {
      let names = (declaration.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      dependencies[String(declaration.1)] = Set(names)
    }
    dependencies["bitpal"] = ["BitpalCommands"]
    let targets = Set(dependencies.keys)
    self.dependencies = dependencies.mapValues { $0.intersection(targets) }

    let page = try String(contentsOfFile: "\(Self.root)/docs/architecture.md", encoding: .utf8)
    var arrows: [String: Set<String>] = [:]
    for line in page.split(separator: "\n") {
      let ends = line.split(separator: " --> ")
      guard ends.count == 2 else { continue }
      let (above, below) = (Self.names(ends[0]), Self.names(ends[1]))
      for name in above { arrows[name, default: []].formUnion(below) }
    }
    self.arrows = arrows
  }

  private static func names(_ text: Substring) -> [String] {
    text.split(separator: "&").map { String($0.filter { $0.isLetter }) }
  }

  @Test func `every arrow is a dependency of the package`() {
    #expect(arrows.count > 10)
    for (target, below) in arrows {
      let missing = below.subtracting(dependencies[target] ?? [])
      #expect(missing == [], "\(target)")
    }
  }

  @Test func `every dependency is an arrow, or follows from arrows`() {
    for (target, below) in dependencies {
      #expect(below.subtracting(reached(from: target)) == [], "\(target)")
    }
  }

  /// The targets that can be reached by arrows from one.
  private func reached(from target: String) -> Set<String> {
    var reached: Set<String> = []
    var next = arrows[target] ?? []
    while !next.isEmpty {
      reached.formUnion(next)
      next = Set(next.flatMap { arrows[$0] ?? [] }).subtracting(reached)
    }
    return reached
  }
}
