import Application
import CoinCatalogue
import FoundationEssentials
import Import
import ImportForms
import ImportText
import LedgerStore
import Portfolio
import Synchronization

extension AppContext {
  /// The service that adds files and answers to the ledger.
  ///
  /// - Parameter options: An import's assumptions in addition to what is known.
  func importService(_ options: ImportEvidence? = nil) throws -> ImportService {
    let rules = try valueRules(options, owned: Set(ledger.coinIds()), accounts: ledger.accounts())
    return ImportService(
      ledger: ledger, rules: .ofForms, valueRules: rules, costBasis: service.costBasis,
      calendar: try service.lots == nil
        ? service.calendar(for: [service.costBasis]) : service.taxCalendar(),
      lots: service.lots, catalogue: catalogue, version: derivationVersion, clock: clock)
  }

  /// The version of row derivation: the program and its coin names.
  private var derivationVersion: String {
    let coins = CatalogueInUse.of(container) { _ in }.fetched.map { "\($0.millisecondsSince1970)" }
    return "\(BitpalCommand.build) \(coins ?? "")"
  }

  /// Whether all files are imported and no row waits, so that importing them again changes nothing.
  ///
  /// - Parameters:
  ///   - digests: The digests of the files.
  ///   - isMeant: Whether to consider a file of the ledger.
  func hasBooked(
    _ digests: [String], where isMeant: (ImportedFile) -> Bool = { _ in true }
  ) throws -> Bool {
    guard try ledger.imports.inboxCounts().waiting == 0 else { return false }
    let known = Dictionary(
      try ledger.imports.files().filter(isMeant).map { ($0.digestText, $0.id) },
      uniquingKeysWith: { first, _ in first })
    return try digests.allSatisfy { digest in
      try known[digest].map { try ledger.imports.hasFacts(ofFile: $0) } ?? false
    }
  }

  /// Makes derived rows change together with the user's changes.
  func followFiles() {
    let (container, environment, configuration, clock) =
      (container, environment, configuration, clock)
    // Make a new context: a ledger that retains its own context would never be closed.
    ledger.follow { contents in
      let context = AppContext(
        container: container, environment: environment, configuration: configuration, clock: clock)
      return try ImportService.following(
        contents, rules: .ofForms,
        valueRules: context.valueRules(
          owned: Set(contents.coinIds()), accounts: contents.accounts()),
        version: context.derivationVersion)
    }
  }

  /// The rules for asset names in files and for the worth of coins.
  ///
  /// - Parameters:
  ///   - options: As in ``importService(_:)``.
  ///   - owned: The coins of the ledger.
  ///   - accounts: The accounts of the ledger.
  func valueRules(
    _ options: ImportEvidence? = nil, owned: Set<String>, accounts: some Sequence<String>
  ) throws -> ValueRules {
    let known = try evidence()
    let evidence = Evidence(
      rates: try options?.exchangeRates(self) ?? known.rates,
      prices: try options?.knownPrices(self) ?? known.prices, isMoney: known.isMoney,
      rank: known.rank, transferFees: known.transferFees)
    let names = CoinMeanings(owned: owned, catalogue: catalogue)
    let accounts = AccountNames(accounts, key: DerivationRules.ofForms.accountKey)
    return ValueRules(
      meaning: names.meaning, evidence: evidence, stablecoins: Stablecoin.known,
      account: { scope in
        accounts.spelling(
          of: scope.owner.isEmpty ? scope.account : "\(scope.account) \(scope.owner)")
      })
  }
}

/// Resolves asset names in files.
final class CoinMeanings: Sendable {
  private let owned: Set<String>
  private let catalogue: CoinCatalogue
  private let found = Mutex<[Asset: AssetMeaning?]>([:])
  private let assets = Mutex<[String: Asset]>([:])

  /// - Parameter owned: The coins of the ledger.
  init(owned: Set<String>, catalogue: CoinCatalogue) {
    (self.owned, self.catalogue) = (owned, catalogue)
  }

  /// The meaning of a name at a time.
  func meaning(_ name: String, at date: Date) -> AssetMeaning? {
    let asset = assets.withLock { assets in
      if let known = assets[name] { return known }
      let asset = Asset(factName: name)
      assets[name] = asset
      return asset
    }
    return meaning(of: asset.asOf(date))
  }

  /// The current meaning of an asset.
  func meaning(of asset: Asset) -> AssetMeaning? {
    if let known = found.withLock({ $0[asset] }) { return known }
    let meaning: AssetMeaning? =
      if case .fiat(let code) = asset {
        .money(code)
      } else {
        coinId(of: asset, owned: owned, in: catalogue).map { .coin($0) }
      }
    found.withLock { $0[asset] = .some(meaning) }
    return meaning
  }
}

/// The id of the coin that a name in a file means; `nil` if unknown.
///
/// An id in the ledger takes precedence, then an id in the catalog. A symbol means its
/// highest-ranked coin. A symbol shared only by unranked coins is unknown, unless the file also
/// names the coin. A token with a contract is identified by its name, or becomes a separate coin.
private func coinId(
  of asset: Asset, owned: Set<String>, in catalogue: CoinCatalogue
) -> String? {
  switch asset {
  case .id(let id): return id
  case .idOrSymbol(let id):
    if owned.contains(id) || catalogue.coin(id: id) != nil { return id }
    return bestCoin(id, in: catalogue)?.id ?? id
  case .symbol(let symbol, let name):
    if let named = catalogue.coins(symbol: symbol).first(where: { $0.name == name }) {
      return named.id
    }
    let best = bestCoin(symbol, in: catalogue)
    guard !asset.isLikelyShare(rank: best?.rank) else { return nil }
    if let best { return best.id }
    if owned.contains(symbol) { return symbol }
    // A symbol missing from the catalog is probably a delisted coin's: it is kept as the id.
    let isTicker =
      (2...12).contains(symbol.utf8.count) && symbol.contains(where: \.isLetter)
      && symbol.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || (48...57).contains($0) }
    return isTicker && catalogue.coins(symbol: symbol).isEmpty ? symbol : nil
  case .token(let symbol, _, _):
    let coins = catalogue.coins(symbol: symbol)
    if let coin = coins.first(where: { asset.isToken(ofCoin: $0.id, named: $0.name) }) {
      return coin.id
    }
    return asset.tokenId
  case .fiat: return nil
  }
}

private func bestCoin(_ symbol: String, in catalogue: CoinCatalogue) -> CatalogueCoin? {
  let coins = catalogue.coins(symbol: symbol)
  guard let first = coins.first, first.rank != nil || first.formerRank != nil || coins.count == 1
  else { return nil }
  return first
}
