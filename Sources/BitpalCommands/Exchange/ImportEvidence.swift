import AppGroup
import Application
import ArgumentParser
import CoinCatalogue
import FoundationEssentials
import Interchange
import MarketData
import Portfolio

/// What an import may take for granted, as options.
struct ImportEvidence: ParsableArguments {
  @Option(name: .long, help: "The account the rows belong to (default: the exchange).")
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
    help: "Fetch missing daily prices from CoinGecko; says first how many requests that takes.")
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

  /// The policy the options make, with what the files they name hold.
  func policy(_ context: AppContext, skipsRefused: Bool) throws -> ImportPolicy {
    var policy = try context.importPolicy()
    policy.accounts = try context.accountNames()
    policy.account = account.map(policy.accounts.spelling)
    policy.stablecoins = try stablecoins(context)
    policy.depositsAreGifts = deposits == "gift"
    policy.missingCoinsAreGifts = missing == "gift"
    policy.bringsBackDeleted = withDeleted
    policy.skipsRefused = skipsRefused
    policy.mended = try MendedRowsFile(context).rows()
    policy.rates = try exchangeRates(context)
    policy.prices = try knownPrices(context)
    return policy
  }

  /// The coins that the names of `--coin` are, by name in small letters.
  var coins: [String: String] {
    Dictionary(coin.compactMap(Self.pair), uniquingKeysWith: { $1 })
  }

  private static func pair(_ text: String) -> (String, String)? {
    let parts = text.split(separator: "=").map { $0.filter { !$0.isWhitespace } }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    return (parts[0].lowercased(), parts[1])
  }

  private func exchangeRates(_ context: AppContext) throws -> any ExchangeRates {
    var overrides: [String: Decimal] = [:]
    for text in rate {
      let (currency, dollars): (String, Decimal)
      do throws(RateTextError) {
        (currency, dollars) = try DollarRate.readOverride(text)
      } catch {
        throw CommandFailure("--rate \(text): \(error.reason).", .usage)
      }
      // What no file would be read as money changes no row.
      guard case .fiat = Asset(symbol: currency) else {
        throw CommandFailure(
          "--rate \(text): \(currency) is not the code of a currency, such as EUR.", .usage)
      }
      overrides[currency] = dollars
    }
    var file: [DollarRate] = []
    var reference = ECBRates.builtIn.merging(context.service.fetchedRates())
    if let rates {
      let bytes = try context.readInput(rates)
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
    let bytes = try context.readInput(prices)
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

extension AppContext {
  /// A policy that takes nothing for granted but the settings.
  func importPolicy() throws -> ImportPolicy {
    let evidence = try evidence()
    var policy = ImportPolicy()
    policy.countedFee = { evidence.transferFees.counted($0, evidence) }
    return policy
  }

  /// Works out what files add to a ledger.
  func plan(
    _ files: [ImportFile], into ledger: ImportLedger, _ policy: ImportPolicy,
    coins: [String: String], _ progress: (Int) -> Void = { _ in }
  ) -> ImportPlan {
    planImport(
      files, into: ledger, policy: policy, coins: self.coins(coins, in: ledger), now: now,
      progress: progress)
  }

  /// Says which coins the names in files are; `coins` are those of `--coin`.
  func coins(_ coins: [String: String], in ledger: ImportLedger) -> CoinDirectory {
    let owned = ledger.overview.coinIds
    let catalogue = catalogue
    return CoinDirectory(
      resolve: { asset in
        if let id = coins[asset.word.lowercased()] ?? asset.tokenId.flatMap({ coins[$0] }) {
          return .listed(id)
        }
        return resolve(asset, owned: owned, in: catalogue)
      },
      rank: { catalogue.coin(id: $0)?.rank }, given: Set(coins.keys))
  }
}

/// Which coin a name in a file is.
///
/// An id that is in the ledger wins over every other rule; then an id of the catalogue. A symbol is
/// its highest-ranked coin. One that only coins without a rank share is none, unless the file
/// names the coin too. A token with a contract is a coin by its name, or one of its own.
private func resolve(
  _ asset: Asset, owned: Set<String>, in catalogue: CoinCatalogue
) -> Interchange.AssetResolution {
  switch asset {
  case .id(let id):
    return owned.contains(id) || catalogue.coin(id: id) != nil ? .listed(id) : .unlisted(id)
  case .idOrSymbol(let id):
    if owned.contains(id) || catalogue.coin(id: id) != nil { return .listed(id) }
    return bestCoin(id, in: catalogue).map { .bySymbol($0.id) } ?? .unlisted(id)
  case .symbol(let symbol, let name):
    if let named = catalogue.coins(symbol: symbol).first(where: { $0.name == name }) {
      return .bySymbol(named.id)
    }
    if let coin = bestCoin(symbol, in: catalogue) { return .bySymbol(coin.id) }
    if owned.contains(symbol) { return .listed(symbol) }
    // One that no coin of the catalog has was another's before: it is kept under its symbol.
    let isTicker =
      (2...12).contains(symbol.utf8.count) && symbol.contains(where: \.isLetter)
      && symbol.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || (48...57).contains($0) }
    return isTicker && catalogue.coins(symbol: symbol).isEmpty ? .unlisted(symbol) : .unknown
  case .token(let symbol, _, _):
    let coins = catalogue.coins(symbol: symbol)
    if let coin = coins.first(where: { asset.isToken(ofCoin: $0.id, named: $0.name) }) {
      return .bySymbol(coin.id)
    }
    guard let id = asset.tokenId else { return .unknown }
    return owned.contains(id) ? .listed(id) : .unlisted(id)
  case .fiat: return .unknown
  }
}

extension Asset {
  /// What the file calls it.
  fileprivate var word: String {
    switch self {
    case .fiat(let word), .id(let word), .idOrSymbol(let word), .symbol(let word, _),
      .token(let word, _, _):
      word
    }
  }
}

private func bestCoin(_ symbol: String, in catalogue: CoinCatalogue) -> CatalogueCoin? {
  let coins = catalogue.coins(symbol: symbol)
  guard let first = coins.first, first.rank != nil || first.formerRank != nil || coins.count == 1
  else { return nil }
  return first
}
