import AppGroup
import Application
import CoinGecko
import ConfigurationFile
import Dashboard
import FoundationEssentials
import Gallery
import Import
import ImportForms
import ImportText
import Portfolio
import Reports
import WidgetTimeline
import Widgets

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
    // Pictures of a project are the same, whatever the person who draws them has set.
    let environment = ProcessInfo.processInfo.environment
    let context = AppContext(
      container: try AppGroupContainer(
        environment: environment, currentFolder: FileManager.default.currentDirectoryPath),
      environment: environment, configuration: Configuration(), clock: { now })
    let bytes = try context.readInput(ledger)
    let file: ReadFile
    do {
      file = try context.records(
        of: bytes, name: ledger, account: nil, KeptReadingOptions(),
        forms: ImportFormat.allCases
      ).file
    } catch let error as ImportError {
      throw CommandFailure(error.message.about(ledger), .refused)
    }
    let derived = DerivedLedger(
      DerivedLedger.Sources(facts: file.records.flatMap(\.facts)), rules: .ofForms,
      valueRules: try context.valueRules(owned: [], accounts: AccountNames([])))
    let unread = file.records.count { if case .asks = $0.state { true } else { false } }
    guard unread == 0, derived.questions.allSatisfy(\.waiting.isEmpty) else {
      throw CommandFailure(
        "\(ledger): some rows have open questions.",
        help: "`bitpal import --dry-run \(ledger)` names them.",
        .refused)
    }
    transactions = derived.booked.transactions
    let known = Positions.coins(
      of: transactions, prices: nil, catalogue: context.catalogue)
    positions = Positions(
      transactions: transactions,
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
      // Rows wait in ledgers of imported files alone.
      DashboardTab.allCases.filter { $0 != .inbox }.map {
        GalleryPicture($0, data, columns: columns, rows: rows, now: now)
      }
    }
    return widgets + dashboards
  }
}
