import Application
import ArgumentParser
import ConfigurationFile
import LedgerStore
import MarketData
import Portfolio
import Reports
import Widgets

/// The display currency of figures.
struct CurrencyOption: ParsableArguments {
  @Option(
    name: [.customShort("c"), .customLong("currency")],
    help: ArgumentHelp(
      "Show amounts in this currency, such as EUR (default: the setting currency).",
      valueName: "code"))
  var asked: String?

  func validate() throws { try Self.check(asked) }

  /// Refuses an unknown currency code.
  static func check(_ code: String?) throws {
    guard let code, Currency(code: code) == nil else { return }
    throw ValidationError(
      "bitpal does not know the currency \"\(code)\".",
      help: "Use one of "
        + Currency.all.map(\.code).joined(separator: ", ") + ".")
  }

  /// The currency from the command line, or else from the configuration.
  func code(_ context: AppContext) -> String {
    asked?.uppercased() ?? context.configuration.currency
  }

  /// The number format of the currency.
  func format(_ context: AppContext) -> NumberFormat { NumberFormat(code: code(context)) }
}

extension AppContext {
  /// The report style in the requested currency.
  func style(_ privacy: PrivacyOptions, _ currency: CurrencyOption) -> ReportStyle {
    var style = style(privacy)
    style.format = currency.format(self)
    return style
  }
}
