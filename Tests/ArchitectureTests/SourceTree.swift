import FoundationEssentials

/// The source files of the package, found from this file's own place.
struct SourceTree {
  struct File {
    let path: String
    let lines: [Substring]

    /// Modules named in import lines, whatever their access level.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place <= 2, place + 1 < words.count,
          words[..<place].allSatisfy({
            ["public", "internal", "private"].contains($0) || $0.first == "@"
          })
        else { return nil }
        return words[place + 1].split(separator: ".").first.map(String.init)
      }
    }

    /// Every word of the file, comments included.
    var words: Set<String> {
      Set(
        lines.flatMap { line in
          line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        })
    }
  }

  private let root: String

  init(folder: String) {
    let parts = #filePath.split(separator: "/").dropLast(3)
    root = "/" + parts.joined(separator: "/") + "/" + folder
  }

  /// The folders of the targets.
  var targets: [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: root).sorted() } catch {
      return []
    }
  }

  /// The pages of documentation in the folder, with those of the folders in it where it is deep.
  func pages(isDeep: Bool) -> [File] {
    do {
      let names =
        isDeep
        ? try FileManager.default.subpathsOfDirectory(atPath: root)
        : try FileManager.default.contentsOfDirectory(atPath: root)
      return names.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted().map { name in
        let text = String(
          decoding: FileManager.default.contents(atPath: "\(root)/\(name)") ?? Data(),
          as: UTF8.self)
        return File(
          path: name, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
      }
    } catch { return [] }
  }

  /// The Swift files of one target.
  func swiftFiles(of target: String) -> [File] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(target)")
        .filter { $0.hasSuffix(".swift") }.sorted().map { name in
          let path = "\(root)/\(target)/\(name)"
          let text = String(
            decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
          return File(
            path: "\(target)/\(name)",
            lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    } catch {
      return []
    }
  }
}
