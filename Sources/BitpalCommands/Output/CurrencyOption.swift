import Application
import ArgumentParser
import ConfigurationFile
import LedgerStore
import MarketData
import Portfolio
import Reports
import Widgets

/// The currency in which figures are shown.
struct CurrencyOption: ParsableArguments {
  @Option(
    name: [.customShort("c"), .customLong("currency")],
    help: ArgumentHelp(
      "Show amounts in this currency, such as EUR (default: the setting currency).",
      valueName: "code"))
  var asked: String?

  func validate() throws { try Self.check(asked) }

  /// Refuses a code that bitpal does not know.
  static func check(_ code: String?) throws {
    guard let code, Currency(code: code) == nil else { return }
    throw ValidationError(
      "bitpal does not know the currency \"\(code)\".",
      help: "Use one of "
        + Currency.all.map(\.code).joined(separator: ", ") + ".")
  }

  /// What the command line says, else what the configuration does.
  func code(_ context: AppContext) -> String {
    asked?.uppercased() ?? context.configuration.currency
  }

  /// How its amounts are written.
  func format(_ context: AppContext) -> NumberFormat { NumberFormat(code: code(context)) }
}

extension AppContext {
  /// How reports are written in the currency asked for.
  func style(_ privacy: PrivacyOptions, _ currency: CurrencyOption) -> ReportStyle {
    var style = style(privacy)
    style.format = currency.format(self)
    return style
  }
}
