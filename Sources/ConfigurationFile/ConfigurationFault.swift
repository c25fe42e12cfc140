import CellGrid
public import Portfolio

/// Why a configuration is invalid.
public enum ConfigurationFault: Error, Equatable {
  /// The file is not TOML; line and column start at 1.
  case syntax(line: Int, column: Int, reason: String)
  /// The file is larger than ``ConfigurationLimits/size``.
  case tooLarge
  /// The file is nested deeper than ``ConfigurationLimits/depth``; the line starts at 1.
  case tooDeep(line: Int)
  /// A setting or table occurs more than once; the line, from 1, is that of the later one.
  case repeated(line: Int, name: String)
  /// An unknown setting.
  case unknownSetting(String)
  /// An invalid value of a setting.
  case wrongValue(Setting)
  /// The keys of an action are neither a string nor a list of strings.
  case wrongKeys(String)
  /// An invalid name of a user theme.
  case wrongThemeName(String)
  /// An unknown base theme.
  case wrongBase(String)
  /// An unknown color name.
  case unknownColor(String)
  /// A value that is not a color.
  case wrongColor(String)
  /// A text color that is unreadable on its page or on a selected row.
  case unreadableColor(String)
  /// A plan that requires a key, without one.
  case keyMissing(Configuration.Tier)
  /// A key with a plan that does not use one.
  case keyUnused
  /// The file contains the setting in a form that cannot be edited automatically.
  case notEditable(Setting)
  /// The setting is stored in the ledger instead.
  case keptInLedger(Setting)
}

extension ConfigurationFault {
  /// The problem and how to fix it.
  ///
  /// Values are never included: one of them is a secret.
  public var message: ErrorMessage {
    switch self {
    case .syntax(let line, let column, let reason):
      .init(
        "line \(line), column \(column) is not valid TOML: \(reason).",
        help: "Correct it with `bitpal config edit`.")
    case .tooLarge:
      .init(
        "the file is larger than \(ConfigurationLimits.size / 1024) KiB.",
        help: "Keep only settings in it (`bitpal config edit`).")
    case .tooDeep(let line):
      .init(
        "line \(line) has more than \(ConfigurationLimits.depth) levels of names, tables and lists.",
        help: "Correct it with `bitpal config edit`.")
    case .repeated(let line, let name):
      .init(
        "line \(line): \(name) is set a second time.",
        help: "Remove one of the two lines (`bitpal config edit`).")
    case .unknownSetting(let name):
      .init(
        "\(Setting.shown(name: name)) is not a setting.", help: "`bitpal config` lists them all.")
    case .wrongThemeName(let name):
      .init(
        "[theme.\(cleaned(name))] is not the name of a theme of your own.",
        help: "Choose another name of letters, digits and -; bitpal's own themes keep theirs.")
    case .unknownColor(let name):
      .init(
        "\(cleaned(name)) is not a color of a theme.",
        help: "Use base or one of \(ColorScheme.colorNames.joined(separator: ", ")).")
    case .unreadableColor(let name):
      .init(
        "\(name) cannot be read: its contrast to the page or to a selected row is below 4.5.",
        help: "Make it lighter on a dark page, darker on a light one.")
    case .keyMissing(let tier):
      .init(
        "prices.tier is \(tier.rawValue), which needs a key.",
        help: "`bitpal config set prices.key` asks for it.")
    case .keyUnused:
      .init(
        "prices.key has no effect while prices.tier is keyless.",
        help: "Set the tier to demo or pro.")
    case .notEditable(let setting):
      .init(
        "\(setting.rawValue) is written in a form that bitpal cannot change.",
        help: "Edit the file: bitpal config edit")
    case .keptInLedger(let setting):
      .init(
        "\(setting.rawValue) is kept in the ledger, not in this file.",
        help: "Remove it here (`bitpal config edit`); `bitpal config set \(setting.rawValue)` "
          + "changes it.")
    case .wrongValue(let setting): .init(setting.requirement)
    case .wrongBase(let name):
      .init(
        "\(name) must be \(ColorScheme.all.dropLast().map(\.name).joined(separator: ", ")) or "
          + "\(ColorScheme.all.last?.name ?? "").")
    case .wrongColor(let name): .init("\(name) must be a color such as \"#17191e\".")
    case .wrongKeys(let action):
      .init(
        "keys.\(action) must be one key, such as \"r\", or a list of them, such as [\"r\", \"F5\"]."
      )
    }
  }
}

extension ConfigurationFault {
  /// The problem and how to fix it, on one line.
  public var sentence: String { message.sentence }
}

extension Setting {
  /// The requirement for a value.
  fileprivate var requirement: String {
    self == .theme
      ? "theme must be \(kind.words), or the name of your own ([theme.NAME])."
      : "\(rawValue) must be \(kind.words)."
  }
}

extension Setting.Kind {
  /// Description of valid values.
  public var words: String {
    switch self {
    case .choice(let words):
      words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
    case .list(let words):
      "one or more of " + words.dropLast().joined(separator: ", ")
        + (words.last.map { " and \($0)" } ?? "") + ", with commas between them"
    case .currency: "a currency code such as EUR"
    case .flag: "true or false"
    case .count: "a whole number greater than zero"
    case .zone: "a time zone such as Europe/London"
    case .day: "a day such as 2025-01-01"
    case .lotOrder:
      "earliest or highest-cost, such as highest-cost: Kraken, Ledger; 2 bitcoin of 2019-07-01 to "
        + "Kraken"
    case .text, .secret: "a text on one line"
    }
  }
}
