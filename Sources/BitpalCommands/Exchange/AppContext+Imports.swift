import Application
import CoinCatalogue
import FoundationEssentials
import Import
import Interchange
import LedgerStore
import Portfolio
import Synchronization

extension AppContext {
  /// The service that adds files and answers to the ledger.
  ///
  /// - Parameter options: What one import takes for granted besides what is known.
  func importService(_ options: ImportEvidence? = nil) throws -> ImportService {
    let known = try evidence()
    let evidence = Evidence(
      rates: try options?.exchangeRates(self) ?? known.rates,
      prices: try options?.knownPrices(self) ?? known.prices, isMoney: known.isMoney,
      rank: known.rank, transferFees: known.transferFees)
    let names = CoinMeanings(owned: Set(try ledger.coinIds()), catalogue: catalogue)
    let accounts = try accountNames()
    return ImportService(
      ledger: ledger, rules: .ofForms,
      valueRules: ValueRules(
        meaning: names.meaning, evidence: evidence, stablecoins: Stablecoin.known,
        account: { scope in
          accounts.spelling(
            of: scope.owner.isEmpty ? scope.place : "\(scope.place) \(scope.owner)")
        }), costBasis: service.costBasis, clock: clock)
  }
}

/// What the names of assets in files mean.
final class CoinMeanings: Sendable {
  private let owned: Set<String>
  private let catalogue: CoinCatalogue
  private let found = Mutex<[Asset: AssetMeaning?]>([:])

  /// - Parameter owned: The coins of the ledger.
  init(owned: Set<String>, catalogue: CoinCatalogue) {
    (self.owned, self.catalogue) = (owned, catalogue)
  }

  /// What a name meant at an instant.
  func meaning(_ name: String, at date: Date) -> AssetMeaning? {
    meaning(of: Asset(factName: name).asOf(date))
  }

  /// What a name means with what the file says the coin is called.
  func meaning(_ name: String, called coinName: String) -> AssetMeaning? {
    meaning(of: Asset(factName: name, coinName: coinName))
  }

  private func meaning(of asset: Asset) -> AssetMeaning? {
    if let known = found.withLock({ $0[asset] }) { return known }
    let meaning: AssetMeaning? =
      if case .fiat(let code) = asset {
        .money(code)
      } else {
        switch resolve(asset, owned: owned, in: catalogue) {
        case .listed(let id), .bySymbol(let id), .unlisted(let id): .coin(id)
        case .unknown: nil
        }
      }
    found.withLock { $0[asset] = .some(meaning) }
    return meaning
  }
}
