import Application
import AppGroup
import ArgumentParser
public import ConfigurationFile
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

extension Setting: NamedChoice {}

/// `bitpal config`.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "config",
    abstract: "Show and change settings.",
    discussion: """
      Settings are kept in a TOML file (see `bitpal config path`). You can edit it by hand; \
      comments are preserved. Its table [keys] sets the dashboard's keys, as in `refresh = ["r", \
      "F5"]`; `bitpal config keys` lists the names.


      """
        + examples(
          "bitpal config", "bitpal config set private true", "bitpal config unset palette",
          "bitpal config edit"),
    subcommands: [
      ConfigList.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self, ConfigKeys.self,
      ConfigPath.self,
      ConfigEdit.self,
    ],
    defaultSubcommand: ConfigList.self)

  /// The configuration file, or a failure if no location is known.
  static func file() throws -> SettingsFile {
    guard let file = SettingsFile(ProcessInfo.processInfo.environment) else {
      throw CommandFailure(
        "There is no place for the configuration file.",
        help: "Set HOME or BITPAL_CONFIG.", .inputOutput)
    }
    return file
  }

  /// Rewrites the widget files if a setting affects their figures.
  static func republish(after setting: Setting) throws {
    let figures: [Setting] = [
      .costBasis, .currency, .taxCountry, .lots, .lotsFrom, .lotOrder,
    ]
    guard figures.contains(setting), try file().reading().problems.isEmpty else {
      return
    }
    let context = try AppContext()
    guard try fileKind(context.container.database) != nil else { return }
    // The setting is changed; the next reader repairs the files.
    context.service.publishAfterCommit(writeNote)
  }
}

/// `bitpal config list`, which is also `bitpal config`.
struct ConfigList: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "list", abstract: "Show every setting and where its value comes from.",
    discussion: examples("bitpal config list", "bitpal config list --json"))

  @OptionGroup var report: ReportOptions

  func run() throws {
    let (configuration, problems) = try Config.file().reading()
    let kept = problems.isEmpty ? try AppContext().ledger.taxZone() : nil
    let settings = Setting.allCases.map { setting in
      if setting.isInLedger {
        return [
          setting.rawValue, kept ?? LocalCalendar.system.name, kept == nil ? "default" : "ledger",
        ]
      }
      let value = configuration.text(of: setting)
      return [
        setting.rawValue, value.map { setting.shown($0) } ?? "—",
        configuration[setting] == nil ? "default" : "file",
      ]
    }
    let keys = configuration.keys.sorted { $0.key < $1.key }.map { action, keys in
      ["keys.\(action)", keys.joined(separator: " "), "file"]
    }
    try Report(
      columns: [
        .init("setting", "Setting"), .init("value", "Value", minimumWidth: 10),
        .init("from", "From", collapseOrder: 1),
      ],
      rows: (settings + keys).map { $0.map { .text($0) } }, emptyNote: ""
    ).write(
      report,
      OutputAppearance(ProcessInfo.processInfo.environment, configuration, report.appearance),
      ReportStyle(
        isPrivate: false, width: Console.isTerminal ? Console.columns : nil, calendar: .utc,
        now: Date()))
    for problem in problems { Console.writeError(problem) }
    if !problems.isEmpty { throw CommandFailure("", .refused) }
  }
}

/// `bitpal config get`.
struct ConfigGet: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "get", abstract: "Print the value of a setting.",
    discussion: examples("bitpal config get cost-basis", "bitpal config get prices.tier"))

  @Argument(help: "The setting's name.") var setting: Setting

  func run() throws {
    guard setting.kind != .secret else {
      throw CommandFailure(
        "\(setting.rawValue) is a secret, and bitpal does not show it.",
        help: "`bitpal config path` names the file it is in.", .refused)
    }
    guard !setting.isInLedger else {
      return Console.print(try AppContext().service.taxCalendar().name)
    }
    if let text = try Config.file().configuration().text(of: setting) {
      Console.print(setting.shown(text))
    }
  }
}

/// `bitpal config set`.
struct ConfigSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "set", abstract: "Give a setting a value.",
    discussion: examples(
      "bitpal config set cost-basis fifo", "bitpal config set private true",
      "bitpal config set prices.key < key.txt"))

  @Argument(help: "The setting's name.") var setting: Setting
  @Argument(help: "The value; a secret is prompted for, or read from standard input.")
  var value: String?

  func run() throws {
    if setting.kind == .secret, value != nil { throw CommandLineCheck.secretTyped }
    guard let value = try value ?? Console.askSecretly("\(setting.rawValue):"), !value.isEmpty
    else {
      throw CommandFailure(
        "No value for \(setting.rawValue) was given, and nothing was written.",
        help: setting.kind == .secret
          ? "Type it when asked, or give it on standard input."
          : "Name one: bitpal config set \(setting.rawValue) VALUE", .usage)
    }
    guard !setting.isInLedger else { return try AppContext().setTaxZone(value) }
    if setting == .currency { try SettingsFile.checkCurrency(value) }
    if setting == .stablecoins { try ImportEvidence.check(stablecoins: value) }
    if setting == .zones { _ = try ImportMapping.zones(value) }
    try Config.file().set(setting, to: value)
    try Config.republish(after: setting)
    if setting == .taxCountry {
      let context = try AppContext()
      Console.print(
        "Cost basis \(context.configuration.costBasis.rawValue), days by "
          + "\(try context.service.taxCalendar().name); `bitpal config set tax.zone` changes the "
          + "zone.")
    }
  }
}

/// `bitpal config unset`.
struct ConfigUnset: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "unset", abstract: "Reset a setting to its default.",
    discussion: examples("bitpal config unset cost-basis", "bitpal config unset prices.key"))

  @Argument(help: "The setting's name, or an unknown name in the file.")
  var setting: String

  func run() throws {
    guard let setting = Setting(rawValue: setting) else {
      return try Config.file().remove(unknown: self.setting)
    }
    guard !setting.isInLedger else {
      return try AppContext().setTaxZone(LocalCalendar.system.name)
    }
    try Config.file().set(setting, to: nil)
    try Config.republish(after: setting)
  }
}

/// `bitpal config path`.
struct ConfigPath: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "path", abstract: "Print where the configuration file is.",
    discussion: examples("bitpal config path", "bitpal config path | xargs dirname"))

  func run() throws { Console.print(try Config.file().path) }
}
