import AppGroup
import Application
import ArgumentParser
import CoinCatalogue
import CoinGecko
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Reports

/// `bitpal coins update`.
struct CoinsUpdate: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "update", abstract: "Update the list of coins and their market ranks.",
    discussion: """
      Fetches CoinGecko's list of coins and, as far as the rate limit allows, the top \
      \(maxPages * CoinGeckoCoinList.pageSize) ranks. Coins you own stay known after they are \
      delisted.


      """ + examples("bitpal coins update", "bitpal coins search doge"))

  private static let maxPages = 4

  func run() throws {
    let context = try AppContext()
    let budget = CallBudgetFile(context)
    let source = CoinGeckoCoinList(configuration: context.apiConfiguration)
    progress("Asking for the list of coins…")
    let answer = try budget.call { () throws(PriceFailure) in try source.coins() }
    if answer.skipped > 0 {
      Console.writeError(
        "\(countOf(answer.skipped, "row")) of the list name no coin and were left out.")
    }
    let listed = answer.coins.map(CatalogueCoin.init).filter(\.isShowable)
    let ranked = ranks(source, budget)
    let owned = try context.service.ownedCoins()
    let old = context.catalogue
    guard
      let update = CatalogueUpdate(
        of: old, listed: listed, ranked: ranked.map(CatalogueCoin.init),
        owned: owned)
    else {
      throw CommandFailure(
        "The list has only \(countOf(listed.count, "coin")), but \(old.count) are known. "
          + "The catalog was not changed.",
        help: "Try again later.", .refused)
    }
    let bytes = try CatalogueBytes.make(from: update.coins)
    try context.container.create()
    if CatalogueInUse.open(context.container.coinCatalogue).problem != nil {
      try context.keepAside(context.container.coinCatalogue)
    }
    try AtomicFile.write(bytes, to: context.container.coinCatalogue)
    Console.print(update.summary)
  }

  /// The first ranks, as many pages as the budget allows now; missing pages are reported.
  private func ranks(_ source: CoinGeckoCoinList, _ budget: CallBudgetFile) -> [ListedCoin] {
    var ranked: [ListedCoin] = []
    for page in 1...Self.maxPages {
      let last = page * CoinGeckoCoinList.pageSize
      progress("Asking for the ranks up to \(last)…")
      do {
        ranked += try budget.call { () throws(PriceFailure) in try source.ranked(page: page) }.coins
      } catch {
        let reason = CommandFailure(error)?.sentence ?? "\(error)"
        Console.writeError(
          "Ranks from \(last - CoinGeckoCoinList.pageSize + 1) on were not updated. \(reason)")
        break
      }
    }
    return ranked
  }

  private func progress(_ text: String) {
    if isatty(STDERR_FILENO) == 1 { Console.writeError(text) }
  }
}

extension CatalogueCoin {
  init(_ coin: ListedCoin) {
    self.init(id: coin.id, symbol: coin.symbol, name: coin.name, rank: coin.rank)
  }
}

extension CatalogueUpdate {
  /// A one-line summary of the changes.
  var summary: String {
    var parts = ["\(countOf(coins.count, "coin")), \(ranked) ranked today"]
    parts.append("\(added) new, \(gone) gone")
    if !kept.isEmpty { parts.append("kept because you own them: \(kept.joined(separator: ", "))") }
    return parts.joined(separator: " · ")
  }
}
