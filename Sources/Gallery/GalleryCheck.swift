package import CellGrid
import Reports

/// The differences between a recorded gallery and the current one.
package struct GalleryCheck {
  package let folder: GalleryFolder
  /// The number of pictures drawn.
  package let count: Int
  /// Differences in gallery order, then recorded pictures that are no longer drawn.
  package let differences: [GalleryDifference]
  /// The price sources to credit, by picture name.
  private let credits: [String: PictureCredit]

  /// Compares byte for byte.
  ///
  /// - Parameters:
  ///   - folder: The folder of the recorded snapshots, used only in messages.
  ///   - recorded: The bytes of the snapshots by name.
  ///   - drawn: The current gallery.
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

  /// The price source to credit for a picture; `nil` if none is required.
  package func credit(of difference: GalleryDifference) -> PictureCredit? {
    credits[difference.name]
  }

  /// A one-line summary of the differences.
  package var summary: String {
    if differences.isEmpty { return "All \(count) pictures are as recorded in \(folder.path)." }
    let counts = Dictionary(grouping: differences, by: \.kind).mapValues(\.count)
    let parts = [GalleryDifference.Kind.changed, .missing, .extra].compactMap { kind in
      counts[kind].map { "\($0) \(kind.rawValue)" }
    }
    return "\(count) pictures, not as recorded in \(folder.path): "
      + "\(parts.joined(separator: ", "))."
  }

  /// The number of pictures whose changes are listed in full.
  private static let listedInFull = 3
  /// The maximum number of changes listed per picture.
  private static let maxFacts = 12

  /// Every difference with its file; the first few also list their changes and a unified diff, the
  /// others only a count.
  package var text: String {
    differences.enumerated().flatMap { index, difference in
      let path = folder.file(difference.name, .snapshot)
      let name = "\(difference.kind.rawValue) \(cleaned(path))"
      let facts = difference.facts
      guard index < Self.listedInFull else {
        let isCounted = difference.kind == .changed && !difference.changes.isEmpty
        return ["\(name): \(isCounted ? countOf(facts.count, "change") : facts[0])"]
      }
      let more = facts.count - Self.maxFacts
      return [name] + facts.prefix(Self.maxFacts).map { "  \($0)" }
        + (more > 0 ? ["  and \(more) more"] : []) + difference.diff(path: path)
    }.map { "\($0)\n" }.joined()
  }
}
