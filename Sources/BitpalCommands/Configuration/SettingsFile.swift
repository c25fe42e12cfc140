import AppGroup
import CellGrid
import CoinCatalogue
import CoinGecko
import ConfigurationFile
import Glibc
import MarketData
import Portfolio

/// A user's configuration file: `$BITPAL_CONFIG`, else `bitpal/config.toml` in
/// `$XDG_CONFIG_HOME`, else in `~/.config`.
struct SettingsFile {
  let path: String

  /// `nil` if no variable names a location; all settings then have their defaults.
  init?(_ environment: [String: String]) {
    if let own = environment["BITPAL_CONFIG"], !own.isEmpty {
      path = own
    } else if let folder = environment["XDG_CONFIG_HOME"], folder.first == "/" {
      path = "\(folder)/bitpal/config.toml"
    } else if let home = environment["HOME"], home.first == "/" {
      path = "\(home)/.config/bitpal/config.toml"
    } else {
      return nil
    }
  }

  /// The settings in the file; defaults if there is none.
  func configuration() throws -> Configuration {
    let text = try text()
    let found = try explained(text) { () throws(ConfigurationFault) in
      try Configuration(toml: text)
    }
    do throws(CommandFailure) { try Self.checkCurrency(found.currency) } catch {
      throw CommandFailure(Self.placed(error.message, .currency, in: text, of: path), .refused)
    }
    return found
  }

  /// The readable settings, and a sentence for each problem.
  func reading() throws -> (configuration: Configuration, problems: [String]) {
    let text = try text()
    let found = try explained(text) { () throws(ConfigurationFault) in
      try Configuration.reading(toml: text)
    }
    var problems = found.faults.map { failure($0, in: text).sentence }
    do throws(CommandFailure) { try Self.checkCurrency(found.configuration.currency) } catch {
      problems.append(Self.placed(error.message, .currency, in: text, of: path).sentence)
    }
    return (found.configuration, problems)
  }

  /// Refuses an unsupported currency code, ignoring case.
  static func checkCurrency(_ code: String) throws(CommandFailure) {
    guard Currency(code: code) == nil else { return }
    throw CommandFailure(
      "currency \"\(clipped(cleaned(code), to: 20))\" is not known.",
      help: "Use one of "
        + Currency.all.map(\.code).joined(separator: ", ") + ".", .refused)
  }

  /// Runs `body` and explains its faults by the file's text.
  func explained<Result>(
    _ text: String, _ body: () throws(ConfigurationFault) -> Result
  ) throws -> Result {
    do throws(ConfigurationFault) { return try body() } catch { throw failure(error, in: text) }
  }

  /// The failure for a fault, with its line and the setting probably meant.
  func failure(_ fault: ConfigurationFault, in text: String) -> CommandFailure {
    let message = message(on: fault, in: text)
    return CommandFailure(message.message.named(in: message.place), .refused)
  }

  /// A message about a setting, with the setting's line.
  private static func placed(
    _ message: ErrorMessage, _ setting: Setting, in text: String, of path: String
  ) -> ErrorMessage {
    let line = ConfigurationText(text).line(of: setting.rawValue)
    return message.named(in: line.map { "line \($0) of \(path)" } ?? path)
  }

  /// What a fault is, and its place in the file.
  private func message(
    on fault: ConfigurationFault, in text: String
  ) -> (message: ErrorMessage, place: String) {
    let name: String
    switch fault {
    case .unknownSetting(let unknown): name = unknown
    case .wrongValue(let setting): name = setting.rawValue
    case .wrongKeys(let action): name = "keys.\(action)"
    case .wrongBase(let key), .unknownColor(let key), .wrongColor(let key),
      .unreadableColor(let key):
      name = key
    case .syntax, .tooLarge, .tooDeep, .repeated:
      let message = fault.message
      return (ErrorMessage(message.reason.sentenceCased, help: message.help), path)
    default: return (fault.message, path)
    }
    var message = fault.message
    if case .unknownSetting = fault,
      let nearest = nearestWord(to: name, among: Setting.allCases.map(\.rawValue))
    {
      message = ErrorMessage(message.reason, help: "Did you mean \(nearest)?")
    }
    let line = ConfigurationText(text).line(of: name)
    return (message, line.map { "line \($0) of \(path)" } ?? path)
  }

  private func text() throws -> String { try text(of: bytes(at: path) ?? []) }

  /// The bytes of the file, following links; `nil` if it doesn't exist.
  func bytes(at file: String) throws -> [UInt8]? {
    do throws(ContainerError) {
      return try AtomicFile.read(file, limit: ConfigurationLimits.size)
    } catch {
      switch error {
      case .tooLarge: throw failure(.tooLarge, in: "")
      case .refused(_, _, code: EACCES):
        throw CommandFailure(
          "Permission denied: could not read \(path).",
          help: "Check who owns it, or set BITPAL_CONFIG to a "
            + "file of your own.", .inputOutput)
      default: throw error
      }
    }
  }

  func text(of bytes: [UInt8]) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("\(path): the file is not UTF-8 text.", .refused)
    }
    return text
  }
}

extension SettingsFile {
  /// Changes one setting; `nil` removes it from the file.
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

  /// Removes a line that names an unknown setting.
  func remove(unknown name: String) throws {
    try change { old in
      try explained(old) { () throws(ConfigurationFault) in
        var text = ConfigurationText(old)
        try text.remove(unknown: name)
        return text.text
      }
    }
  }

  /// Creates an empty file if missing, so that an editor has one to open.
  func makeIfMissing() throws {
    guard access(path, F_OK) != 0 else { return }
    try change { $0.isEmpty ? "# bitpal's settings: see `man bitpal-config`.\n" : $0 }
  }

  /// Replaces the file's text with a modified one.
  ///
  /// Other bitpal processes wait meanwhile. If an editor saves the file between reading and
  /// writing, `body` runs again on the saved text.
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

  /// Replaces the file's text; `false` if the file changed meanwhile.
  private func replace(_ file: String, _ body: (_ old: String) throws -> String) throws -> Bool {
    let old = try bytes(at: file)
    let text = try body(text(of: old ?? []))
    do {
      try AtomicFile.write(
        Array(text.utf8), to: file, replacing: old, mode: Self.mode(of: file, holding: text))
      return true
    } catch is AtomicFile.Changed {
      return false
    } catch let error as ContainerError {
      throw CommandFailure(
        error.message.reason,
        help: error.isCuredByOtherFolder
          ? "Set BITPAL_CONFIG to a file that you can write." : error.message.help, .inputOutput)
    }
  }

  /// The refusal of an invalid value; secrets are not repeated.
  private static func refusal(_ value: String, _ setting: Setting) -> CommandFailure {
    let shown = setting.shown(value)
    let typed = shown == value ? "\"\(clipped(cleaned(value), to: 40))\"" : "That"
    return CommandFailure(
      "\(typed) is not valid for \(setting.rawValue).",
      help: "Use \(setting.kind.words).", .refused)
  }

  /// Refuses a change that would make fetching prices impossible, with the refresh error.
  private static func checkPrices(_ setting: Setting, before: String, after: String) throws {
    guard let problem = problemOfPrices(after) else { return }
    // An existing problem may be another setting's, to be fixed after this one.
    guard setting.mayCause(problem) || problemOfPrices(before) != problem else { return }
    throw CommandFailure(
      "\(problem.sentence.sentenceCased). Nothing was written.", .refused)
  }

  /// Why prices cannot be fetched with a file's settings; `nil` if they can, or the file is
  /// unreadable.
  private static func problemOfPrices(_ text: String) -> APIConfiguration.Problem? {
    do {
      let configuration = try Configuration.reading(toml: text).configuration
      return APIConfiguration(
        tier: configuration.apiTier, baseURL: configuration.baseURL, version: BitpalCommand.version
      ).problem
    } catch { return nil }
  }

  /// The target file if the path is a link, as in dotfile repositories.
  ///
  /// A missing target is created, and the link stays.
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

  /// The file's mode, without access for others if it contains a key.
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
        // Under sudo, a folder owned by root would lock users out of their own settings.
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
  /// Whether changing this setting can prevent fetching prices.
  fileprivate func mayCause(_ problem: APIConfiguration.Problem) -> Bool {
    switch problem {
    case .unusableKey: self == .key
    case .invalidBaseURL, .userInBaseURL, .unencrypted: self == .baseURL
    case .proHostWithoutProKey, .proKeyOnPublicHost: [.baseURL, .key, .tier].contains(self)
    }
  }
}

extension ErrorMessage {
  /// The message followed by the place in a file that it is about.
  fileprivate func named(in place: String) -> ErrorMessage {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    return ErrorMessage("\(reason) (\(place)).", help: help)
  }
}
