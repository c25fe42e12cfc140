import CellGrid
import CoinCatalogue
import FoundationEssentials
import Glibc

extension Screenshot {
  /// Compares a recorded gallery with the one of now, and records what is accepted.
  ///
  /// - Throws: A failed check when anything differs that was not accepted.
  func compare(_ folder: GalleryFolder, with drawn: [GalleryPicture]) throws {
    let recorded = try folder.snapshots()
    guard !recorded.isEmpty else {
      throw CommandFailure(
        "\(cleaned(folder.path)) has no snapshots to compare with.",
        help: "Record them: "
          + "bitpal screenshot --all -o \(cleaned(folder.path))", .refused)
    }
    var check = GalleryCheck(folder, recorded: recorded, drawn: drawn)
    if !accept.isEmpty {
      try record(check, drawn)
      check = GalleryCheck(folder, recorded: try folder.snapshots(), drawn: drawn)
    }
    if let summary { try GalleryFolder.write(check.markdown, to: summary) }
    let page = pagePath
    guard !check.differences.isEmpty else {
      // The page of an earlier check would show what differs no more.
      if try GalleryFolder.file(page, contains: GalleryCheck.pageMark) {
        try GalleryFolder.remove(page)
      }
      return Console.writeError(check.summary)
    }
    Console.write(check.text)
    do {
      try GalleryFolder.write(check.page, to: page)
    } catch let failure as CommandFailure {
      // The pictures differ all the same, and that is what the exit code says.
      throw CommandFailure("\(check.summary) \(failure.sentence)", .checkFailed)
    }
    throw CommandFailure("\(check.summary) Side by side: \(page)", .checkFailed)
  }

  /// Records the pictures that are accepted; files of pictures that are drawn no more are removed.
  private func record(_ check: GalleryCheck, _ drawn: [GalleryPicture]) throws {
    let known = Set(check.differences.map(\.name))
    var names: Set<String> = []
    for word in accept.flatMap({ $0.split(separator: ",").map(String.init) }) {
      let matching = word == "all" ? known : known.filter { fnmatch(word, $0, 0) == 0 }
      names.formUnion(matching.isEmpty && word != "all" ? [word] : matching)
    }
    if let other = names.subtracting(known).min() {
      let isDrawn = drawn.contains { fnmatch(other, $0.name, 0) == 0 }
      let nearest = nearestWord(to: other, among: known.sorted() + drawn.map(\.name))
      throw CommandFailure(
        isDrawn
          ? "\(other) is as recorded; nothing was accepted."
          : "There is no picture \(cleaned(other)); nothing was accepted.",
        help: isDrawn ? nil : nearest.map { "Did you mean \($0)?" }, .usage)
    }
    for difference in check.differences where names.contains(difference.name) {
      let path = check.folder.file(difference.name, .snapshot)
      if let new = difference.new {
        try GalleryFolder.write(new.text, to: path)
      } else {
        try GalleryFolder.remove(path)
      }
      Console.writeError("accepted \(cleaned(difference.name))")
    }
  }

  private var pagePath: String {
    let name = "bitpal-check.html"
    guard let output else { return name }
    return GalleryFolder(path: output).isFolder ? "\(output)/\(name)" : output
  }
}
