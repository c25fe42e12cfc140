package import CellGrid
import Reports

/// What differs between a recorded gallery and the one drawn now.
package struct GalleryCheck {
  package let folder: GalleryFolder
  /// Pictures drawn.
  package let count: Int
  /// In the order of the gallery, then what is recorded beyond it.
  package let differences: [GalleryDifference]
  /// Whom the prices in the pictures are from.
  private let credits: [String: PictureCredit]

  /// Compares byte for byte.
  ///
  /// - Parameters:
  ///   - folder: Where the recorded snapshots lie; for words only.
  ///   - recorded: The bytes of the snapshots by name.
  ///   - drawn: The gallery of now.
  package init(_ folder: GalleryFolder, recorded: [String: [UInt8]], drawn: [GalleryPicture]) {
    self.folder = folder
    count = drawn.count
    let names = Set(drawn.map(\.name))
    credits = drawn.reduce(into: [:]) { $0[$1.name] = $1.credit }
    differences =
      drawn.compactMap {
        GalleryDifference($0.name, recorded: recorded[$0.name], drawn: $0.snapshot)
      }
      + recorded.keys.sorted().filter { !names.contains($0) }.compactMap {
        GalleryDifference($0, recorded: recorded[$0], drawn: nil)
      }
  }

  /// Whom the prices in a picture are from, `nil` where nothing asks for it.
  package func credit(of difference: GalleryDifference) -> PictureCredit? {
    credits[difference.name]
  }

  /// How much differs, in one line.
  package var summary: String {
    if differences.isEmpty { return "All \(count) pictures are as recorded in \(folder.path)." }
    let counts = Dictionary(grouping: differences, by: \.kind).mapValues(\.count)
    let parts = [GalleryDifference.Kind.changed, .missing, .extra].compactMap { kind in
      counts[kind].map { "\($0) \(kind.rawValue)" }
    }
    return "\(count) pictures, not as recorded in \(folder.path): "
      + "\(parts.joined(separator: ", "))."
  }

  /// Pictures whose changes are all listed.
  private static let listedInFull = 3
  /// Changes of a picture that are listed one by one.
  private static let mostFacts = 12

  /// Every difference: its file, and of the first few what changed in it with a unified diff; of
  /// the others how much.
  package var text: String {
    differences.enumerated().flatMap { index, difference in
      let path = folder.file(difference.name, .snapshot)
      let name = "\(difference.kind.rawValue) \(cleaned(path))"
      let facts = difference.facts
      guard index < Self.listedInFull else {
        let isCounted = difference.kind == .changed && !difference.changes.isEmpty
        return ["\(name): \(isCounted ? countOf(facts.count, "change") : facts[0])"]
      }
      let more = facts.count - Self.mostFacts
      return [name] + facts.prefix(Self.mostFacts).map { "  \($0)" }
        + (more > 0 ? ["  and \(more) more"] : []) + difference.diff(path: path)
    }.map { "\($0)\n" }.joined()
  }
}
