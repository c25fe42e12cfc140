import Application
import CoinGecko
import Dashboard
import FoundationEssentials
import Interchange
import Portfolio
import Reports
import WidgetTimeline

/// A project's own portfolio for its reviews: a ledger and prices from files, at a fixed instant.
struct GalleryFixture {
  let transactions: [Transaction]
  let positions: Positions
  let entry: PortfolioEntry
  let now: Date

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - ledger: A file that `bitpal import` reads.
  ///   - prices: A file that `bitpal refresh --prices` reads.
  ///   - now: The instant the prices are of and the pictures are looked at.
  /// - Throws: A refusal that names the file and what is wrong with it.
  init(ledger: String, prices: String, at now: Date) throws {
    let context = try AppContext()
    let bytes = try context.readInput(ledger)
    let file: ImportFile
    do throws(ImportError) {
      file = try readImport(bytes, name: ledger)
    } catch { throw CommandFailure("\(ledger): \(error.sentence)", .refused) }
    let plan = context.plan(
      [file], into: ImportLedger(transactions: [], moves: []), try context.importPolicy(),
      coins: [:])
    guard plan.isAcceptable else {
      throw CommandFailure(
        "\(ledger): \(countOf(plan.refused.count, "row")) cannot be read. "
          + "`bitpal import --dry-run \(ledger)` names them.", .refused)
    }
    transactions = plan.additions
    let known = Positions.coins(
      of: plan.additions, prices: nil, catalogue: context.catalogue)
    positions = Positions(
      transactions: plan.additions,
      currentPrices: try context.recordedPrices(prices, pricedAt: now).coins(namedAs: known))
    entry = PortfolioEntry(date: now, data: positions.widgetData(lastUpdated: now))
    self.now = now
  }

  /// The portfolio at every size of widget, and every page of the dashboard at four.
  var gallery: [GalleryPicture] {
    let widgets = PreviewSize.allCases.map {
      GalleryPicture($0, "ledger", entry, isPrivate: false, now: now)
    }
    let data = DashboardData(positions: positions, transactions: transactions, entry: entry)
    let dashboards = GalleryPicture.terminals.flatMap { columns, rows in
      DashboardTab.allCases.map {
        GalleryPicture($0, data, columns: columns, rows: rows, now: now)
      }
    }
    return widgets + dashboards
  }
}
