import Testing

/// Libraries for other programs document their use with examples that are tested.
struct DocumentedExampleTests {
  /// The libraries, each with the declarations that have an example.
  static let libraries: [(name: String, declarations: [String])] = [
    ("Portfolio", ["struct Transaction:", "struct Positions:", "func computeGains("]),
    ("CellGrid", ["struct Grid:", "struct Theme:"]),
    ("Charts", ["struct LineChart:", "struct Sparkline:", "struct AllocationBar:"]),
    ("Widgets", ["func panel(", "func line("]),
    ("WidgetTimeline", ["struct Timeline:", "func prepareWidgetData("]),
  ]

  @Test(arguments: libraries)
  func `each of them is a test of its own, line by line`(
    _ library: (name: String, declarations: [String])
  ) throws {
    let sources = SourceTree(folder: "Sources").swiftFiles(of: library.name)
    let tests = try #require(
      SourceTree(folder: "Tests").swiftFiles(of: library.name + "Tests")
        .first { $0.path.hasSuffix("/DocumentedExampleTests.swift") })
    let tested = tests.lines.map(Self.withoutIndentation)
    for file in sources {
      for example in Self.examples(in: file.lines) {
        let lines = example.lines.map(Self.withoutIndentation)
        let isTested = tested.indices.contains { start in
          zip(lines, tested[start...]).allSatisfy { $1 == $0 || $1 == "#expect(\($0))" }
            && start + lines.count <= tested.count
        }
        #expect(isTested, "\(file.path): \(example.lines.first ?? "")")
      }
    }
    let shown = sources.flatMap { Self.examples(in: $0.lines).map(\.declaration) }
    for declaration in library.declarations {
      #expect(shown.contains { $0.contains(declaration) }, "\(declaration)")
    }
  }

  @Test func `an example ends with its fence, and belongs to the declaration after it`() {
    let lines: [Substring] = [
      "/// A type.", "///", "/// ```swift", "/// let a = 1", "/// a == 1", "/// ```", "///",
      "/// - Note: none", "@frozen", "public struct A: Sendable {",
    ]
    let found = Self.examples(in: lines)
    #expect(found.map(\.declaration) == ["public struct A: Sendable {"])
    #expect(found.map(\.lines) == [["let a = 1", "a == 1"]])
  }

  private static func withoutIndentation(_ line: Substring) -> String {
    String(line.drop { $0 == " " })
  }

  /// The examples in comments, each with its declaration.
  static func examples(in lines: [Substring]) -> [(declaration: String, lines: [Substring])] {
    var found: [(declaration: String, lines: [Substring])] = []
    var open: [Substring]?
    var waiting: [[Substring]] = []
    for line in lines {
      guard line.hasPrefix("///") else {
        if line.contains("struct ") || line.contains("func ") {
          found += waiting.map { (String(line), $0) }
          waiting = []
        }
        continue
      }
      let text = line.dropFirst(4)
      if text == "```swift" {
        open = []
      } else if text == "```", let lines = open {
        waiting.append(lines)
        open = nil
      } else {
        open?.append(text)
      }
    }
    return found
  }
}
