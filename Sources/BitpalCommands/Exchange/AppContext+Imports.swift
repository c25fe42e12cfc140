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
  /// - Parameter options: What one import assumes in addition to what is known.
  func importService(_ options: ImportEvidence? = nil) throws -> ImportService {
    let rules = try valueRules(options, owned: Set(ledger.coinIds()), accounts: accountNames())
    return ImportService(
      ledger: ledger, rules: .ofForms, valueRules: rules, costBasis: service.costBasis,
      calendar: try service.lots == nil
        ? service.calendar(for: [service.costBasis]) : service.taxCalendar(),
      lots: service.lots, catalogue: catalogue, version: derivationVersion, clock: clock)
  }

  /// What rows of files are derived by: this program and its names of coins.
  private var derivationVersion: String {
    let coins = CatalogueInUse.of(container) { _ in }.fetched.map { "\($0.millisecondsSince1970)" }
    return "\(BitpalCommand.build) \(coins ?? "")"
  }

  /// Whether all files are in the ledger and no row waits, so that importing them changes nothing.
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

  /// Lets rows that follow from files change together with what a person changes.
  func followFiles() {
    let (container, environment, configuration, clock) =
      (container, environment, configuration, clock)
    // A context holds its ledger: were it held by the ledger, the file would never be closed.
    ledger.follow { contents in
      let context = AppContext(
        container: container, environment: environment, configuration: configuration, clock: clock)
      return try ImportService.following(
        contents, rules: .ofForms,
        valueRules: context.valueRules(
          owned: Set(contents.coinIds()), accounts: AccountNames(contents.accounts())),
        version: context.derivationVersion)
    }
  }

  /// What names in files mean, and what coins were worth.
  ///
  /// - Parameters:
  ///   - options: As in ``importService(_:)``.
  ///   - owned: The coins of the ledger.
  ///   - accounts: The accounts of the ledger.
  func valueRules(
    _ options: ImportEvidence? = nil, owned: Set<String>, accounts: AccountNames
  ) throws -> ValueRules {
    let known = try evidence()
    let evidence = Evidence(
      rates: try options?.exchangeRates(self) ?? known.rates,
      prices: try options?.knownPrices(self) ?? known.prices, isMoney: known.isMoney,
      rank: known.rank, transferFees: known.transferFees)
    let names = CoinMeanings(owned: owned, catalogue: catalogue)
    return ValueRules(
      meaning: names.meaning, evidence: evidence, stablecoins: Stablecoin.known,
      account: { scope in
        accounts.spelling(
          of: scope.owner.isEmpty ? scope.account : "\(scope.account) \(scope.owner)")
      })
  }
}

/// What the names of assets in files mean.
final class CoinMeanings: Sendable {
  private let owned: Set<String>
  private let catalogue: CoinCatalogue
  private let found = Mutex<[Asset: AssetMeaning?]>([:])
  private let assets = Mutex<[String: Asset]>([:])

  /// - Parameter owned: The coins of the ledger.
  init(owned: Set<String>, catalogue: CoinCatalogue) {
    (self.owned, self.catalogue) = (owned, catalogue)
  }

  /// What a name meant at an instant.
  func meaning(_ name: String, at date: Date) -> AssetMeaning? {
    let asset = assets.withLock { assets in
      if let known = assets[name] { return known }
      let asset = Asset(factName: name)
      assets[name] = asset
      return asset
    }
    return meaning(of: asset.asOf(date))
  }

  /// What an asset means today.
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

/// The id of the coin that a name in a file means; `nil` where that is unknown.
///
/// An id that is in the ledger wins over every other rule; then an id of the catalog. A symbol is
/// its highest-ranked coin. One that only coins without a rank share is none, unless the file
/// names the coin too. A token with a contract is a coin by its name, or one of its own.
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
    // One that no coin of the catalog has was another's before: it is kept under its symbol.
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
