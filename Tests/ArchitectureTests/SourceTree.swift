import FoundationEssentials
import Synchronization

/// The source files of the package, found relative to this file.
struct SourceTree {
  struct File: Sendable {
    let path: String
    let lines: [Substring]

    /// Modules named in import lines, whatever their access level.
    var imports: [String] {
      lines.compactMap { line in
        // Skip most lines early: only few of tens of thousands can be imports.
        guard let first = line.utf8.first, "ip@".utf8.contains(first) else { return nil }
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count,
          words[..<index].allSatisfy({
            ["public", "package", "internal", "private"].contains($0) || $0.first == "@"
          })
        else { return nil }
        return words[index + 1].split(separator: ".").first.map(String.init)
      }
    }

    /// Every ASCII word of the file, comments included.
    var words: Set<String> { Set(lines.flatMap(Self.words)) }

    /// The words of one line.
    static func words(of line: Substring) -> [String] {
      line.utf8.split { !isInWords($0) }.compactMap(String.init)
    }

    private static func isInWords(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  /// Caches file contents by folder, since several tests read each file.
  private static let read = Mutex<[String: [File]]>([:])

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

  /// The documentation pages in the folder, including subfolders if `isDeep`.
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
    Self.read.withLock { read in
      let known = read["\(root)/\(target)"]
      let files = known ?? readSwiftFiles(of: target)
      read["\(root)/\(target)"] = files
      return files
    }
  }

  private func readSwiftFiles(of target: String) -> [File] {
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
