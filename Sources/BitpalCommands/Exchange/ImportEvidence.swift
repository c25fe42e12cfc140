import AppGroup
import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import ConfigurationFile
import Exact
import FoundationEssentials
import Import
import ImportForms
import ImportText
import LedgerStore
import MarketData
import Portfolio

/// Assumptions of an import, as options.
struct ImportEvidence: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .init("The account the rows belong to (default: the exchange).", valueName: "name"))
  var account: String?
  @Option(
    name: .long,
    help: "Stablecoins to treat as US dollars in cash, such as USDT,USDC.")
  var stable: String?
  @Option(
    name: .long, help: "A rate for another currency, such as EUR=1.08 dollars; can be repeated.")
  var rate: [String] = []
  @Option(name: .long, help: "A file of exchange rates: date,currency,usd, or the ECB's own.")
  var rates: String?
  @Option(name: .long, help: "A file of daily prices: date,coin_id,usd.") var prices: String?
  @Flag(
    name: .long,
    help: "Fetch missing daily prices from CoinGecko, after saying how many requests it takes.")
  var dailyPrices = false
  @Option(
    name: .long, help: "Which coin a name means, such as CND=cindicator; can be repeated.")
  var coin: [String] = []
  @Option(name: .long, help: "How to record deposits without a matching withdrawal: gift.")
  var deposits: String?
  @Option(name: .long, help: "How to record coins that are sold but were never bought: gift.")
  var missing: String?
  @Flag(name: .long, help: "Also import rows that you deleted from the ledger.")
  var withDeleted = false

  func validate() throws {
    if let ticker = StablecoinList(stable).unknown {
      throw ValidationError(Self.unknownStablecoin(ticker))
    }
    for text in coin where Self.pair(text) == nil {
      throw ValidationError("--coin takes a name and a coin's id, such as CND=cindicator.")
    }
    guard deposits == nil || deposits == "gift" else {
      throw ValidationError("--deposits takes one word: gift.")
    }
    guard missing == nil || missing == "gift" else {
      throw ValidationError("--missing takes one word: gift.")
    }
  }

  /// The coins given by `--coin`, by lowercase name.
  var coins: [String: String] {
    Dictionary(coin.compactMap(Self.pair), uniquingKeysWith: { $1 })
  }

  private static func pair(_ text: String) -> (String, String)? {
    let parts = text.split(separator: "=").map { $0.filter { !$0.isWhitespace } }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    return (parts[0].lowercased(), parts[1])
  }

  func exchangeRates(_ context: AppContext) throws -> any ExchangeRates {
    var overrides: [String: ExactDecimal] = [:]
    for text in rate {
      let (currency, dollars): (String, ExactDecimal)
      do throws(RateTextError) {
        (currency, dollars) = try DollarRate.readOverride(text)
      } catch {
        throw CommandFailure("--rate \(text): \(error.reason).", .usage)
      }
      // A code that files would not read as money has no effect.
      guard case .fiat = Asset(symbol: currency) else {
        throw CommandFailure(
          "--rate \(text): \(currency) is not the code of a currency, such as EUR.", .usage)
      }
      overrides[currency] = dollars
    }
    var file: [DollarRate] = []
    var reference = ECBRates.builtIn.merging(context.service.fetchedRates())
    if let rates {
      let bytes = try AppContext.readInput(rates)
      do throws(RateFileError) {
        switch try RateFile(bytes) {
        case .dollars(let rows): file = rows
        case .euro(let rows): reference = reference.merging(rows)
        }
      } catch {
        throw CommandFailure("\(rates): \(error.reason).", .refused)
      }
    }
    return RateTable(reference: reference, file: file, overrides: overrides)
  }

  func knownPrices(_ context: AppContext) throws -> any DailyPrices {
    let known = try context.service.dailyPrices()
    guard let prices else { return known }
    let bytes = try AppContext.readInput(prices)
    let file: PriceFile
    do throws(PriceFileError) {
      var reader = PriceFileReader(source: prices)
      try reader.append(bytes)
      file = try reader.finish()
    } catch {
      throw CommandFailure("\(prices): \(error.reason).", .refused)
    }
    guard file.refusedCount == 0 else {
      let reason = file.refused.first?.reason ?? "a line cannot be read"
      throw CommandFailure("\(prices): \(reason).", .refused)
    }
    return LayeredPrices([file, known])
  }
}

extension Asset {
  /// The name of the asset in the file.
  var word: String {
    switch self {
    case .fiat(let word), .id(let word), .idOrSymbol(let word), .symbol(let word, _),
      .token(let word, _, _):
      word
    }
  }
}

extension AppContext {
  /// The answers about stablecoins.
  ///
  /// - Parameter option: The value of `--stable`, which takes precedence over the configuration; the
  ///   configuration takes precedence over the ledger.
  /// - Throws: `CommandFailure` if the list contains another coin.
  func stablecoinAnswers(_ option: String? = nil) throws -> [Question.Key: Choice] {
    let text = option ?? configuration.stablecoins
    try ImportEvidence.check(stablecoins: text)
    let list = StablecoinList(text)
    let given = try ledger.imports.answers()
    var answers: [Question.Key: Choice] = [:]
    if list.isNone {
      answers[.every(.stablecoin)] = .keep
      for answer in given where answer.choice == Choice.dollars.text {
        answers[Question.Key(answer.question)] = .keep
      }
    }
    for (ticker, isDollar) in list.said {
      answers[.stablecoin(ticker)] = isDollar ? .dollars : .keep
    }
    guard option == nil else { return answers }
    let answered = Set(given.map(\.question))
    for ticker in try ledger.stablecoinsAsDollars()
    where Stablecoin.known[ticker] != nil && !list.answers(ticker) {
      let key = Question.Key.stablecoin(ticker)
      if !answered.contains(key.text) { answers[key] = .dollars }
    }
    return answers
  }
}

extension ImportEvidence {
  /// - Throws: `CommandFailure` if the list contains another coin.
  static func check(stablecoins text: String?) throws {
    if let unknown = StablecoinList(text).unknown {
      throw CommandFailure(unknownStablecoin(unknown).about("import.stable"), .refused)
    }
  }

  static func unknownStablecoin(_ ticker: String) -> ErrorMessage {
    let known = Stablecoin.known.keys.sorted().joined(separator: ", ")
    return ErrorMessage(
      "'\(cleaned(ticker))' is not a stablecoin bitpal knows.", help: "Use one of \(known).")
  }

  /// The answers that import options give in advance.
  func answers(
    for files: [ReadFile], _ context: AppContext
  ) throws -> [Question.Key: Choice] {
    var answers = try context.stablecoinAnswers(stable)
    if deposits != nil { answers[.openDeposits] = .gift }
    if missing != nil { answers[.every(.uncovered)] = .gift }
    let coins = coins
    guard !coins.isEmpty else { return answers }
    for name in Set(files.flatMap(\.assetNames)) {
      let asset = Asset(factName: name)
      if let id = coins[asset.word.lowercased()] ?? asset.tokenId.flatMap({ coins[$0] }) {
        answers[.coin(name)] = .coin(id)
      }
    }
    return answers
  }
}

extension ReadFile {
  /// The names of all assets in the file.
  fileprivate var assetNames: Set<String> {
    var names: Set<String> = []
    for fact in records.lazy.flatMap(\.facts) {
      names.insert(fact.amount.asset)
      for amount in [fact.counter, fact.fee].compactMap(\.self) + fact.otherFees {
        names.insert(amount.asset)
      }
    }
    return names
  }
}
