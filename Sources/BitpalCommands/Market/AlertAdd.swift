import AppGroup
import ArgumentParser
import ConfigurationFile
import Exact
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// `bitpal alert add`.
struct AlertAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "add", abstract: "Add an alert for a price or a change.",
    discussion: """
      A condition is `above PRICE`, `below PRICE` or `change PERCENT in HOURS`; a change counts \
      up or down. Prices are compared in the display currency at its latest rate, changes in US \
      dollars.


      """
        + examples(
          "bitpal alert add bitcoin above 100000",
          "bitpal alert add bitcoin below 48000.50 -c EUR",
          "bitpal alert add ethereum change 5% in 24h",
          "bitpal alert add bitcoin below 50000 --repeat 12h"))

  @Argument(help: "The coin, by id or symbol.") var coin: String
  @Argument(help: "above P, below P, or change 5% in 24h.") var condition: [String]
  @Option(
    name: .shortAndLong,
    help: .init(
      "Currency of the price (default: from the settings, else USD).", valueName: "code"))
  var currency: String?

  @Option(
    name: .customLong("repeat"),
    help: .init(
      "Fire again while the condition is met, after this time at the earliest.",
      valueName: "time"))
  var rest: String?

  func validate() throws { try CurrencyOption.check(currency) }

  func run() throws {
    let context = try AppContext()
    let condition = try PriceAlert.Condition(words: condition)
    let id = try context.coinId(of: coin)
    if condition.hasPrice, let text = self.condition.last {
      try context.refusePointOfThousands(
        price: text, in: currency?.uppercased() ?? context.configuration.currency, of: id,
        at: context.now)
    }
    let alert = PriceAlert(
      coinId: id, condition: condition,
      currency: condition.hasPrice
        ? currency?.uppercased() ?? context.configuration.currency : usDollarCode,
      created: context.now, repeatHours: try rest.map(PriceAlert.Condition.hours))
    let isNew = try context.store.update { files in
      var alerts = files.alerts ?? PriceAlerts()
      let waiting = alerts.alerts.filter(\.isWaiting)
      guard !waiting.contains(where: { $0.isSame(as: alert) }) else { return false }
      alerts.alerts.append(alert)
      files.alerts = alerts
      return true
    }
    guard isNew else { return Console.print("That alert exists already.") }
    Console.print("Alert \(alert.shortID): \(id) \(alert.words)\(alert.repeatWords).")
    if let coin = context.store.prices()?.coins[id], let dollars = coin.currentPrice,
      let price = alert.price(of: dollars, rate: context.newestRate), condition.isMet(by: price)
    {
      let text = NumberFormat(code: alert.currency).unitPrice(price)
      let old = coin.lastUpdated.flatMap { time in
        isOutdated(since: time, at: context.now) ? ageText(of: time, at: context.now) : nil
      }
      Console.writeError(
        old.map { "\(id) was at \(text) \($0): if it still is, the next refresh fires the alert." }
          ?? "\(id) is at \(text) already: the next refresh fires the alert.")
    }
  }
}

extension PriceAlert {
  /// The first eight digits of the id, which identify an alert.
  var shortID: String { String(id.uuidString.lowercased().prefix(8)) }

  /// The condition as typed, in full precision; the currency is a separate value.
  var dataWords: String {
    switch condition {
    case .above(let price): "above \(price.description)"
    case .below(let price): "below \(price.description)"
    case .change: words
    }
  }

  /// How often it may fire, such as `, every 12h at most`; empty if it fires once.
  var repeatWords: String { repeatHours.map { ", every \($0)h at most" } ?? "" }

  /// The condition as displayed.
  var words: String {
    let format = NumberFormat(code: currency)
    return switch condition {
    case .above(let price): "above \(format.unitPrice(price))"
    case .below(let price): "below \(format.unitPrice(price))"
    case .change(let percent, let hours):
      "change \(percent.description)% in "
        + (hours > 24 && hours.isMultiple(of: 24) ? "\(hours / 24)d" : "\(hours)h")
    }
  }

  fileprivate func isSame(as other: PriceAlert) -> Bool {
    coinId == other.coinId && condition == other.condition && currency == other.currency
      && repeatHours == other.repeatHours
  }
}

extension PriceAlert.Condition {
  private static let longestHours = 24 * 7

  /// Parses `above 100000`, `below 5` or `change 5% in 24h`.
  ///
  /// - Throws: A refusal that shows the three forms.
  init(words: [String]) throws {
    let words = words.flatMap { $0.split(separator: " ") }.map { $0.lowercased() }
    switch (words.first, words.count) {
    case ("above", 2): self = .above(try Self.figure(words[1], "price"))
    case ("below", 2): self = .below(try Self.figure(words[1], "price"))
    case ("change", 2): self = .change(percent: try Self.percent(words[1]), hours: 24)
    case ("change", 4) where words[2] == "in":
      self = .change(percent: try Self.percent(words[1]), hours: try Self.hours(words[3]))
    default:
      throw CommandFailure(
        "\"\(words.joined(separator: " "))\" is not a condition.",
        help: "Write above 100000, below 55000 "
          + "or change 5% in 24h.", .usage)
    }
  }

  private static func percent(_ text: String) throws -> ExactDecimal {
    try figure(text.hasSuffix("%") ? String(text.dropLast()) : text, "percentage")
  }

  private static func figure(_ text: String, _ name: String) throws -> ExactDecimal {
    let text = CommandLineCheck.unshielded(text)
    let value: ExactDecimal
    do throws(DecimalTextError) { value = try ExactDecimal(exact: text) } catch {
      throw CommandFailure(error.message(about: name), .refused)
    }
    guard value > 0 else {
      throw CommandFailure("The \(name) must be greater than 0.", .refused)
    }
    return value
  }

  /// Parses `12h` or `2d`.
  static func hours(_ text: String) throws -> Int {
    let unit = text.last == "d" ? 24 : 1
    let digits = text.last == "h" || text.last == "d" ? text.dropLast() : text[...]
    guard let count = Int(digits), count > 0, count <= longestHours / unit else {
      throw CommandFailure(
        "\"\(text)\" is not a time.",
        help: "Write 1h to 168h, or 1d to 7d.", .refused)
    }
    return count * unit
  }

  /// Whether it is about a price rather than a change.
  fileprivate var hasPrice: Bool {
    if case .change = self { false } else { true }
  }

  /// Whether a price alone meets the condition.
  fileprivate func isMet(by price: ExactDecimal) -> Bool {
    switch self {
    case .above(let limit): price >= limit
    case .below(let limit): price <= limit
    case .change: false
    }
  }
}
