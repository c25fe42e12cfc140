import AppGroup
import ArgumentParser
import CellGrid
import FoundationEssentials
import Interchange
import Portfolio

/// The kinds of files that `--format` names, and the map by which they are read.
struct AskedForm {
  let formats: [ImportFormat]
  let map: ColumnMap?
}

/// Maps that are kept under a name.
extension ImportMapping {
  /// What a word of `--format` means: formats, beside the map of `--map`, or a map that was kept.
  ///
  /// - Throws: For a word that is neither, and for two maps.
  func form(named word: String, _ context: AppContext) throws -> AskedForm {
    let formats = ImportFormat.named(word)
    guard formats.isEmpty else { return AskedForm(formats: formats, map: try given) }
    let saved = Self.saved(context.container).first { $0.name.lowercased() == word.lowercased() }
    guard let saved else { throw ValidationError(Import.unknownFormat(word)) }
    guard map == nil else {
      throw ValidationError("\(saved.name) is a map of yours: give --format or --map, not both.")
    }
    return AskedForm(formats: ImportFormat.allCases, map: saved.map)
  }

  /// Saves the map of `--map`, where the user wants it saved.
  func keepGiven(_ file: ImportFile, _ context: AppContext) throws {
    if let given = try given { try keep(given, file, context) }
  }

  func keep(_ map: ColumnMap, _ file: ImportFile, _ context: AppContext) throws {
    guard let saveMap, let saved = SavedColumnMap(name: saveMap, map: map, file: file) else {
      return
    }
    try context.container.create()
    try AtomicFile.write(
      Array(saved.json.utf8), to: "\(context.container.importMaps)\(saveMap).json")
    Console.writeError("Files with this header are now known as \(saveMap).")
  }

  /// The maps kept in a container, by name; one that cannot be read is passed over and named.
  static func saved(_ container: AppGroupContainer) -> [SavedColumnMap] {
    let parts = container.importMaps.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let prefix = parts.last.map(String.init) ?? ""
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      return []
    }
    return files.sorted().filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.compactMap {
      saved(in: "\(folder)/\($0)", name: String($0.dropFirst(prefix.count).dropLast(5)))
    }
  }

  private static func saved(in path: String, name: String) -> SavedColumnMap? {
    do {
      if let bytes = try AtomicFile.read(path, limit: 1 << 20),
        let map = SavedColumnMap(name: name, json: bytes)
      {
        return map
      }
    } catch {
      // Named below, like one that holds no map.
    }
    Console.writeError("\(path) cannot be read; it is not used.")
    return nil
  }
}
