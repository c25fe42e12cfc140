import AppGroup
import CellGrid
import CoinGecko
import ConfigurationFile
import Glibc

extension ConfigurationPlace {
  /// Changes one setting; `nil` takes it out of the file.
  func set(_ setting: Setting, to value: String?) throws {
    try change { old in
      let text = try explained(old) { () throws(ConfigurationFault) -> String? in
        do throws(ConfigurationFault) {
          var text = ConfigurationText(old)
          try text.set(setting, to: value)
          return text.text
        } catch .wrongValue(setting) where value != nil {
          return nil
        }
      }
      guard let text else { throw Self.refusal(value ?? "", setting) }
      if value != nil { try Self.checkPrices(setting, before: old, after: text) }
      return text
    }
  }

  /// Takes a line out of the file that names no setting.
  func remove(unknown name: String) throws {
    try change { old in
      try explained(old) { () throws(ConfigurationFault) in
        var text = ConfigurationText(old)
        try text.remove(unknown: name)
        return text.text
      }
    }
  }

  /// Makes a file without settings where there is none, so that an editor has one to open.
  func makeIfMissing() throws {
    guard access(path, F_OK) != 0 else { return }
    try change { $0.isEmpty ? "# bitpal's settings: see `man bitpal-config`.\n" : $0 }
  }

  /// Replaces the text of the file by another one made of it.
  ///
  /// Changes of other bitpal processes wait meanwhile. If an editor saves the file between reading
  /// and writing, the new text is made again, of what the editor saved.
  func change(_ body: (_ old: String) throws -> String) throws {
    let target = try target()
    try makeFolder(of: target)
    try ConfigurationLock(folder(of: target)).hold {
      for _ in 0..<10 where try replace(target, body) { return }
      throw CommandFailure(
        "Another program keeps changing \(path). Nothing was written.",
        help: "Try again.", .inputOutput)
    }
  }

  /// Replaces the text of the file; `false` where it is not any more what it was made of.
  private func replace(_ file: String, _ body: (_ old: String) throws -> String) throws -> Bool {
    let old = try bytes(at: file)
    let text = try body(text(of: old ?? []))
    do {
      try AtomicFile.write(
        Array(text.utf8), to: file, replacing: old, mode: Self.mode(of: file, holding: text))
      return true
    } catch is AtomicFile.Changed {
      return false
    }
  }

  /// What is wrong with a value that was typed; a secret is not repeated.
  private static func refusal(_ value: String, _ setting: Setting) -> CommandFailure {
    let shown = setting.shown(value)
    let typed = shown == value ? "\"\(clipped(cleaned(value), to: 40))\"" : "That"
    return CommandFailure(
      "\(typed) is not valid for \(setting.rawValue).",
      help: "Use \(setting.kind.words).", .refused)
  }

  /// Refuses a change after which no prices could be fetched, in the words of a refresh.
  private static func checkPrices(_ setting: Setting, before: String, after: String) throws {
    guard let problem = problemOfPrices(after) else { return }
    // What was wrong before may be another setting's, and is mended after this one.
    guard setting.mayCause(problem) || problemOfPrices(before) != problem else { return }
    throw CommandFailure(
      "\(problem.sentence.sentenceCased). Nothing was written.", .refused)
  }

  /// Why no prices can be fetched with the settings of a file; `nil` where they can, or where it
  /// cannot be read.
  private static func problemOfPrices(_ text: String) -> APIConfiguration.Problem? {
    do {
      let configuration = try Configuration.reading(toml: text).configuration
      return APIConfiguration(
        tier: configuration.apiTier, baseURL: configuration.baseURL, version: BitpalCommand.version
      ).problem
    } catch { return nil }
  }

  /// The file itself where its place is a link, as for those who keep their settings elsewhere;
  /// a target that does not exist yet is made, and the link stays.
  private func target() throws -> String {
    var file = path
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(file, &bytes, bytes.count)
      guard count > 0 else { return file }
      let next = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      file = next.first == "/" ? next : "\(folder(of: file))/\(next)"
    }
    throw CommandFailure(
      "\(path) is a link that leads to itself.",
      help: "Remove it and try again.", .inputOutput)
  }

  /// The mode that the file keeps, without that of others where it holds a key.
  private static func mode(of file: String, holding text: String) -> mode_t {
    var found = stat()
    guard stat(file, &found) == 0 else { return 0o600 }
    let mode = found.st_mode & 0o777
    do {
      return try Configuration.reading(toml: text).configuration.key == nil ? mode : mode & 0o700
    } catch { return mode & 0o700 }
  }

  private func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  private func makeFolder(of file: String) throws {
    var folder = file.first == "/" ? "" : "."
    for name in file.split(separator: "/").dropLast() {
      let outer = folder.isEmpty ? "/" : folder
      folder += "/\(name)"
      if mkdir(folder, 0o700) == 0 {
        // Under sudo it would lock users out of their own settings.
        var found = stat()
        if geteuid() == 0, stat(outer, &found) == 0 { lchown(folder, found.st_uid, found.st_gid) }
      } else if errno != EEXIST {
        throw CommandFailure(
          "\(String(cString: strerror(errno))): the folder \(folder) cannot be made.", .inputOutput)
      }
    }
  }
}

extension Setting {
  /// Whether a change of this setting can be what keeps prices from being fetched.
  fileprivate func mayCause(_ problem: APIConfiguration.Problem) -> Bool {
    switch problem {
    case .unusableKey: self == .key
    case .invalidBaseURL, .unencrypted: self == .baseURL
    case .proHostWithoutProKey, .proKeyOnPublicHost: [.baseURL, .key, .tier].contains(self)
    }
  }
}
