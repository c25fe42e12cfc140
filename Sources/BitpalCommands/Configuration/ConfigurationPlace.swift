import Portfolio
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
    let found = try explained(text) { () throws(ConfigurationFault) in
      try Configuration(toml: text)
    }
    do throws(CommandFailure) { try Self.checkCurrency(found.currency) } catch {
      throw CommandFailure(error.message.about(path), .refused)
    }
    return found
  }

  /// What can be read of the file, and a sentence on all that is wrong in it.
  func reading() throws -> (configuration: Configuration, problems: [String]) {
    let text = try text()
    let found = try explained(text) { () throws(ConfigurationFault) in
      try Configuration.reading(toml: text)
    }
    var problems = found.faults.map { failure($0, in: text).sentence }
    do throws(CommandFailure) { try Self.checkCurrency(found.configuration.currency) } catch {
      problems.append(error.message.about(path).sentence)
    }
    return (found.configuration, problems)
  }

  /// Refuses a currency that bitpal has no rates and no symbol for, in whatever case it is written.
  static func checkCurrency(_ code: String) throws(CommandFailure) {
    guard Currency(code: code) == nil else { return }
    throw CommandFailure(
      "currency \"\(clipped(cleaned(code), to: 20))\" is not known.",
      help: "Use one of "
        + Currency.all.map(\.code).joined(separator: ", ") + ".", .refused)
  }

  /// What a body makes of the text of the file, or what is wrong with that.
  func explained<Result>(
    _ text: String, _ body: () throws(ConfigurationFault) -> Result
  ) throws -> Result {
    do throws(ConfigurationFault) { return try body() } catch { throw failure(error, in: text) }
  }

  /// What is wrong with the file, with the line it is on and the setting that was most likely meant.
  func failure(_ fault: ConfigurationFault, in text: String) -> CommandFailure {
    CommandFailure(message(on: fault, in: text).about(path), .refused)
  }

  private func message(on fault: ConfigurationFault, in text: String) -> ErrorMessage {
    let name: String
    switch fault {
    case .unknownSetting(let unknown): name = unknown
    case .wrongValue(let setting): name = setting.rawValue
    case .wrongKeys(let action): name = "keys.\(action)"
    case .wrongBase(let place), .unknownColor(let place), .wrongColor(let place),
      .unreadableColor(let place):
      name = place
    default: return fault.message
    }
    var message = fault.message
    if case .unknownSetting = fault,
      let nearest = nearestWord(to: name, among: Setting.allCases.map(\.rawValue))
    {
      message = ErrorMessage(message.reason, help: "Did you mean \(nearest)?")
    }
    return ConfigurationText(text).line(of: name).map { message.about("line \($0)") } ?? message
  }

  private func text() throws -> String { try text(of: bytes(at: path) ?? []) }

  /// The bytes of the file, which may be the target of a link; `nil` where there is none.
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
