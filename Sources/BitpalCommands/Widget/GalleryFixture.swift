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

/// A project's portfolio for reviews: a ledger and prices from files, at a fixed time.
struct GalleryFixture {
  let transactions: [Transaction]
  let positions: Positions
  let entry: PortfolioEntry
  let now: Date

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - ledger: A file that `bitpal import` accepts.
  ///   - prices: A file that `bitpal refresh --prices` accepts.
  ///   - now: The time of the prices and of the pictures.
  /// - Throws: A refusal that names the file and its problem.
  init(ledger: String, prices: String, at now: Date) throws {
    // A project's pictures must not depend on the settings or files of the person who draws them.
    let environment = ProcessInfo.processInfo.environment
    let parent = DemoFolder.parent(environment)
    let folder = try DemoFolder(in: parent)
    defer { folder.remove() }
    let context = AppContext(
      container: try AppGroupContainer(
        environment: ["BITPAL_HOME": folder.path], currentFolder: parent, isLasting: false),
      environment: environment, configuration: Configuration(), clock: { now })
    let bytes = try AppContext.readInput(ledger)
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
      valueRules: try context.valueRules(owned: [], accounts: []))
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
      currentPrices: try AppContext.recordedPrices(prices, pricedAt: now).coins(namedAs: known))
    entry = PortfolioEntry(date: now, data: positions.widgetData(lastUpdated: now))
    self.now = now
  }

  /// The portfolio as a widget of every size, and as every dashboard page at four sizes.
  var gallery: [GalleryPicture] {
    let widgets = PreviewSize.allCases.map {
      GalleryPicture($0, "ledger", entry, isPrivate: false, now: now)
    }
    let data = DashboardData(positions: positions, transactions: transactions, entry: entry)
    let dashboards = GalleryPicture.terminals.flatMap { columns, rows in
      // Only imported files have waiting rows.
      DashboardTab.allCases.filter { $0 != .inbox }.map {
        GalleryPicture($0, data, columns: columns, rows: rows, now: now)
      }
    }
    return widgets + dashboards
  }
}
