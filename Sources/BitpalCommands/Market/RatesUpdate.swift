import AppGroup
import Application
import ArgumentParser
import FoundationEssentials
import HTTP
import MarketData
import Portfolio
import Reports

/// `bitpal rates update`.
struct RatesUpdate: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "update", abstract: "Fetch the latest rates of the European Central Bank.",
    discussion: """
      Makes one request to www.ecb.europa.eu, for the last 90 days or, if that would leave a \
      gap, for all days since 1999. The rates are stored next to your ledger and take precedence \
      over the built-in ones. BITPAL_RATES_URL sets another address.


      """ + examples("bitpal rates update", "bitpal summary --currency EUR"))

  func run() throws {
    let context = try AppContext()
    let kept = context.service.fetchedRates()
    let address = try RatesAddress(context, newest: ECBRates.builtIn.merging(kept).newestDay)
    let rows = try fetch(address)
    let known = Dictionary(kept.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
    let merged = known.merging(rows.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
    if merged != known {
      try store(Array(merged.values), context)
      if context.service.currency != usDollarCode { context.service.publishAfterCommit(writeNote) }
    }
    Console.print(summary(rows, before: kept))
  }

  private func store(_ rows: [EuroRateRow], _ context: AppContext) throws {
    try context.container.create()
    if try context.service.readFetchedRates().damage != nil {
      try context.keepAside(context.container.fetchedRates)
    }
    try AtomicFile.write(
      Array(EuroRateRow.csv(rows).utf8), to: context.container.fetchedRates)
  }

  private func fetch(_ address: RatesAddress) throws -> [EuroRateRow] {
    let request = HTTPRequest(
      url: address.url, userAgent: "bitpal/\(BitpalCommand.version) (portfolio for the terminal)",
      timeLimit: .seconds(30), maximumBytes: 16 << 20)
    let answer: HTTPAnswer
    do throws(HTTPFailure) { answer = try CurlTransport().get(request).result.get() } catch {
      throw unavailable(error.reason)
    }
    guard answer.status == 200 else {
      throw unavailable("the server answered with status \(answer.status)")
    }
    let file: RateFile
    do throws(RateFileError) { file = try RateFile(answer.body) } catch {
      throw unavailable(
        "the response cannot be read (\(UntrustedText.line(error.reason, limit: 120)))")
    }
    guard case .euro(let rows) = file else {
      throw unavailable("the response is not a list of euro rates")
    }
    return rows
  }

  private func unavailable(_ reason: String) -> CommandFailure {
    CommandFailure("No rates were fetched: \(reason). The previous rates are kept.", .unavailable)
  }

  private func summary(_ rows: [EuroRateRow], before kept: [EuroRateRow]) -> String {
    let before = ECBRates.builtIn.merging(kept).newestDay
    let now = ECBRates.builtIn.merging(kept + rows).newestDay
    let codes = Set(rows.flatMap(\.unitsPerEuro.keys)).count + 1
    guard let now else { return "No rates are known." }
    if now == before { return "The rates of \(now.text) are the newest there are." }
    return "Rates of \(countOf(codes, "currency")) up to \(now.text)."
      .replacing("currencys", with: "currencies")
  }
}

/// The address from which rates are fetched.
struct RatesAddress {
  let url: String

  private static let host = "https://www.ecb.europa.eu/stats/eurofxref"

  /// The smallest ECB document that leaves no gap after the newest known day.
  init(_ context: AppContext, newest: UTCDay?) throws {
    let named = context.environment["BITPAL_RATES_URL"] ?? ""
    guard named.isEmpty else {
      guard let address = WebAddress(named) else {
        throw CommandFailure("BITPAL_RATES_URL is not an address such as https://…", .usage)
      }
      guard address.isEncrypted || address.isLoopback else {
        throw CommandFailure(
          "BITPAL_RATES_URL is not encrypted.",
          help: "Use https. Plain http is for 127.0.0.1 only.",
          .usage)
      }
      url = named
      return
    }
    let age = newest.map { UTCDay(context.now).number - $0.number } ?? .max
    url = "\(Self.host)/eurofxref-hist\(age < 80 ? "-90d" : "").xml"
  }
}
