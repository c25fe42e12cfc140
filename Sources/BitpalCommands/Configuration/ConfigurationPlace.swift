import AppGroup
import CellGrid
import CoinCatalogue
import ConfigurationFile
import Glibc
import MarketData

/// Where the configuration file of a user is: `$BITPAL_CONFIG`, else `bitpal/config.toml` in
/// `$XDG_CONFIG_HOME`, else in `~/.config`.
struct ConfigurationPlace {
  let path: String

  /// `nil` when no variable names a place; all settings then have their defaults.
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

  /// What the file says; all defaults where there is none.
  func configuration() throws -> Configuration {
    let text = try text()
    let found = try explained { () throws(ConfigurationFault) in try Configuration(toml: text) }
    do throws(CommandFailure) { try Self.checkCurrency(found.currency) } catch {
      throw CommandFailure("\(path): \(error.sentence)", .refused)
    }
    return found
  }

  /// What can be read of the file, and a sentence on all that is wrong in it.
  func reading() throws -> (configuration: Configuration, problems: [String]) {
    let text = try text()
    let found = try explained { () throws(ConfigurationFault) in
      try Configuration.reading(toml: text)
    }
    var problems = found.faults.map { "\(path): \(sentence(on: $0, in: text))" }
    do throws(CommandFailure) { try Self.checkCurrency(found.configuration.currency) } catch {
      problems.append("\(path): \(error.sentence)")
    }
    return (found.configuration, problems)
  }

  /// Takes a line out of the file that names no setting.
  func remove(unknown name: String) throws {
    var text = ConfigurationText(try text())
    try explained { () throws(ConfigurationFault) in try text.remove(unknown: name) }
    try write(text)
  }

  /// What is wrong, with the line it is on and the setting that was most likely meant.
  private func sentence(on fault: ConfigurationFault, in text: String) -> String {
    let name: String
    switch fault {
    case .unknownSetting(let unknown): name = unknown
    case .wrongValue(let setting): name = setting.rawValue
    case .wrongKeys(let action): name = "keys.\(action)"
    default: return fault.sentence
    }
    let place = ConfigurationText(text).line(of: name).map { "line \($0): " } ?? ""
    guard case .unknownSetting = fault,
      let nearest = nearestWord(to: name, among: Setting.allCases.map(\.rawValue))
    else { return place + fault.sentence }
    return "\(place)\(cleaned(name)) is not a setting. Did you mean \(nearest)? "
      + "`bitpal config` lists them all."
  }

  /// Refuses a currency that bitpal has no rates and no symbol for, in whatever case it is written.
  static func checkCurrency(_ code: String) throws(CommandFailure) {
    guard Currency(code: code) == nil else { return }
    throw CommandFailure(
      "currency \"\(clipped(cleaned(code), to: 20))\" is not known; use one of "
        + Currency.all.map(\.code).joined(separator: ", ") + ".", .refused)
  }

  /// Changes one setting; `nil` takes it out of the file.
  func set(_ setting: Setting, to value: String?) throws {
    let before = ConfigurationText(try text())
    let text = try explained { () throws(ConfigurationFault) in
      var text = before
      do throws(ConfigurationFault) { try text.set(setting, to: value) } catch {
        guard case .wrongValue(setting) = error, value != nil else { throw error }
        return nil as ConfigurationText?
      }
      return text
    }
    guard let text else { throw Self.refusal(value ?? "", setting) }
    try write(text)
  }

  /// What is wrong with a value that was typed; a secret is not repeated.
  private static func refusal(_ value: String, _ setting: Setting) -> CommandFailure {
    let typed = setting.kind == .secret ? "That" : "\"\(clipped(cleaned(value), to: 40))\""
    return CommandFailure(
      "\(typed) is not valid for \(setting.rawValue); use \(setting.kind.words).", .refused)
  }

  private func write(_ text: ConfigurationText) throws {
    // A link, as those who keep their settings elsewhere have, is followed and not replaced.
    let target = realPath ?? path
    try makeFolder(of: target)
    try AtomicFile.write(Array(text.text.utf8), to: target)
  }

  /// Makes an empty file where there is none, so that an editor has one to open.
  func makeIfMissing() throws {
    guard try AtomicFile.read(path) == nil else { return }
    try makeFolder(of: path)
    try AtomicFile.write(Array("# bitpal's settings: see `man bitpal-config`.\n".utf8), to: path)
  }

  private func text() throws -> String {
    guard let bytes = try AtomicFile.read(path) else { return "" }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("\(path): the file is not UTF-8 text.", .refused)
    }
    return text
  }

  private func explained<Result>(
    _ body: () throws(ConfigurationFault) -> Result
  ) throws -> Result {
    do throws(ConfigurationFault) { return try body() } catch {
      throw CommandFailure("\(path): \(sentence(on: error, in: try text()))", .refused)
    }
  }

  private var realPath: String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private func makeFolder(of file: String) throws {
    var folder = file.first == "/" ? "" : "."
    for name in file.split(separator: "/").dropLast() {
      folder += "/\(name)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw CommandFailure(
          "\(String(cString: strerror(errno))): the folder \(folder) cannot be made.", .inputOutput)
      }
    }
  }
}
