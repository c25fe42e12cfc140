import AppGroup
import ArgumentParser
import CellGrid
import ImportForms
import ImportText
import Portfolio

/// The kinds of files that `--format` names, and the map by which they are read.
struct AskedForm {
  let formats: [ImportFormat]
  let map: ColumnMap?
}

/// Maps that are kept under a name.
extension ImportMapping {
  /// What a word of `--format` means: formats, next to the map of `--map`, or a map that was kept.
  ///
  /// - Throws: For a word that is neither, and for two maps.
  func form(named word: String, _ context: AppContext) throws -> AskedForm {
    let formats = ImportFormat.named(word)
    guard formats.isEmpty else { return AskedForm(formats: formats, map: try given) }
    let saved = Self.saved(context).first { $0.name.lowercased() == word.lowercased() }
    guard let saved else {
      let path = context.container.path(.importMap, named: word)
      if SavedColumnMap.isName(word), try fileKind(path) != nil {
        // What is wrong with it was said when it was read.
        throw CommandFailure("", .refused)
      }
      throw ValidationError(Import.unknownFormat(word))
    }
    guard map == nil else {
      throw ValidationError(
        "\(saved.name) is one of your maps.",
        help: "Give --format or --map, not both.")
    }
    return AskedForm(formats: ImportFormat.allCases, map: saved.map)
  }

  /// Saves the map of `--map`, where the user wants it saved.
  ///
  /// - Parameters:
  ///   - bytes: The file that was read with it.
  ///   - name: What it is called.
  func keepGiven(
    _ bytes: [UInt8], as form: AskedForm, name: String, _ context: AppContext
  ) throws {
    guard saveMap != nil, let given = try given else { return }
    let file = try readImport(
      bytes, as: form.formats, name: name, map: given, zones: try Self.zones(context))
    try keep(given, file, context)
  }

  func keep(_ map: ColumnMap, _ file: ImportFile, _ context: AppContext) throws {
    guard let saveMap, let saved = SavedColumnMap(name: saveMap, map: map, file: file) else {
      return
    }
    try context.container.create()
    let path = context.container.path(.importMap, named: saveMap)
    if try fileKind(path) != nil, case .failure = Self.read(path, in: context.container) {
      try context.keepAside(path)
    }
    try AtomicFile.write(Array(saved.json.utf8), to: path)
    Console.writeError("Files with this header are now known as \(saveMap).")
  }

  /// The maps kept in the container, by name; one that cannot be read is passed over and named.
  static func saved(_ context: AppContext) -> [SavedColumnMap] {
    let files: [String]
    do throws(ContainerError) { files = try context.container.files(.importMap) } catch {
      context.warnings.say(error.sentence)
      return []
    }
    return files.compactMap { path in
      switch read(path, in: context.container) {
      case .success(let map): return map
      case .failure(let damage):
        context.warnings.say(damage.sentence)
        return nil
      }
    }
  }

  /// Reads a map that was kept.
  static func read(
    _ path: String, in container: AppGroupContainer
  ) -> Result<SavedColumnMap, DamagedMap> {
    let name = container.name(of: path, .importMap)
    do {
      if let bytes = try AtomicFile.read(path, limit: 1 << 20),
        let map = SavedColumnMap(name: name, json: bytes)
      {
        return .success(map)
      }
    } catch {
      // Named like one that holds no map.
    }
    let cure = "It is not used: import with `--map … --save-map \(name)` again."
    return .failure(DamagedMap(sentence: FileDamage(path, cure: cure).sentence))
  }
}

/// Why a map that was kept cannot be used.
struct DamagedMap: Error {
  let sentence: String
}
