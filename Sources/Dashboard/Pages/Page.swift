import Portfolio
import FoundationEssentials

/// A page of the dashboard: its state, its reaction to keys and its drawing.
///
/// To add a page, add a folder with a type that conforms to this protocol, a case of
/// ``DashboardTab``, a context and a key; the compiler asks for the rest.
protocol Page: Equatable, Sendable {
  /// The tab that shows this page.
  static var tab: DashboardTab { get }
  /// The context of its keys.
  static var context: DashboardContext { get }
  /// The action that opens it.
  static var action: ActionID { get }
  /// Shown to users without transactions; `nil` if the page has something to show anyway.
  static var emptyTitle: String? { get }

  /// Creates the page without data.
  init()

  /// Shows new data; selections stay on the same items.
  mutating func show(_ data: DashboardData)
  /// Performs one of the page's actions.
  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome
  /// Whether one of the page's actions would do anything.
  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool
  /// Selects a row, as on a mouse press.
  mutating func select(_ row: Int)
  /// Number of rows that can be selected by number, counted from 1.
  var rowCount: Int { get }
  /// Sorts by a column.
  mutating func sort(byColumn number: Int)
  /// Current sort order; `nil` for the default order.
  var sorting: Sorting? { get }
  /// Restores a sort order from a session or view.
  mutating func restore(_ sorting: Sorting)
  /// Numbers of the hidden columns.
  var hiddenColumns: Set<Int> { get set }
  /// Columns that the page can be sorted by.
  var columnTitles: [(number: Int, title: String)] { get }
  /// Keeps the selection on the screen.
  mutating func scrollToSelection(in state: DashboardState)
  /// The filter; `nil` if the page has none.
  var filter: Filter? { get }
  /// Changes the filter.
  mutating func changeFilter(_ change: (inout Filter) -> Void)
  /// The selected transaction.
  var selectedTransaction: Transaction? { get }
  /// The selected coin.
  var selectedCoin: String? { get }
  /// The selected row as text for the clipboard.
  func copiedText(in state: DashboardState) -> String?
  /// The series that the page draws.
  func seriesSubjects(in state: DashboardState) -> [SeriesSubject]
  /// The coins whose details the page draws.
  func details(in state: DashboardState) -> [String]
  /// Other readings that the page needs in its current state.
  func readings(in state: DashboardState) -> [LedgerReading]
  /// Plot width of the page's chart; 0 without one.
  func plotColumns(in state: DashboardState, now: Date) -> Int
  /// Draws the page.
  func draw(in painter: inout Painter, state: DashboardState, now: Date)
}

/// The outcome of a page's action.
enum PageOutcome: Equatable {
  /// Only the page changed.
  case done
  /// Open a tab.
  case go(DashboardTab)
  /// Open a coin's page.
  case coin(String)
  /// Move the chart cursor by some columns.
  case cursor(Int)
  /// Perform effects.
  case effects([DashboardEffect])
  /// Ask a question.
  case ask(Question)
  /// Open the command line with a prefix.
  case type(String)
}

extension Page {
  static var emptyTitle: String? { "No holdings yet" }

  mutating func select(_ row: Int) {}
  var rowCount: Int { 0 }
  mutating func sort(byColumn number: Int) {}
  var sorting: Sorting? { nil }
  mutating func restore(_ sorting: Sorting) {}
  var hiddenColumns: Set<Int> {
    get { [] }
    set {}
  }
  var columnTitles: [(number: Int, title: String)] { [] }
  mutating func scrollToSelection(in state: DashboardState) {}
  var filter: Filter? { nil }
  mutating func changeFilter(_ change: (inout Filter) -> Void) {}
  var selectedTransaction: Transaction? { nil }
  var selectedCoin: String? { nil }
  func copiedText(in state: DashboardState) -> String? { nil }
  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] { [] }
  func details(in state: DashboardState) -> [String] { [] }
  func readings(in state: DashboardState) -> [LedgerReading] { [] }
  func plotColumns(in state: DashboardState, now: Date) -> Int { 0 }

  fileprivate func isEqual(to other: any Page) -> Bool { (other as? Self) == self }
}

/// All pages, one of each kind.
struct PageList: Equatable, Sendable {
  private static let kinds: [any Page.Type] = DashboardTab.allCases.map(\.page) + [MovesPage.self]

  private var pages: [DashboardContext: any Page] = [:]
  /// Whether the moves replace the transactions.
  var showsMoves = false
  /// Saved views.
  var views: [SavedView] = []

  init() {
    for kind in Self.kinds { pages[kind.context] = kind.init() }
  }

  /// The page of a type.
  subscript<Kind: Page>(_ kind: Kind.Type) -> Kind {
    get { pages[Kind.context] as? Kind ?? Kind() }
    set { pages[Kind.context] = newValue }
  }

  /// The page shown by a tab.
  subscript(_ tab: DashboardTab) -> any Page {
    get { pages[kind(of: tab).context] ?? kind(of: tab).init() }
    set { pages[kind(of: tab).context] = newValue }
  }

  /// The tab that shows a context's page.
  static func tab(of context: DashboardContext) -> DashboardTab? {
    kinds.first { $0.context == context }?.tab
  }

  /// The page that a tab is named after, even if it shows another one.
  func ownPage(of tab: DashboardTab) -> any Page { pages[tab.page.context] ?? tab.page.init() }

  /// The type of the page that a tab shows.
  func kind(of tab: DashboardTab) -> any Page.Type {
    showsMoves && tab == MovesPage.tab ? MovesPage.self : tab.page
  }

  /// Changes every page.
  mutating func forEach(_ change: (inout any Page) -> Void) {
    for kind in Self.kinds {
      guard var page = pages[kind.context] else { continue }
      change(&page)
      pages[kind.context] = page
    }
  }

  static func == (left: PageList, right: PageList) -> Bool {
    left.showsMoves == right.showsMoves && left.views == right.views
      && left.pages.allSatisfy { context, page in
        right.pages[context].map { page.isEqual(to: $0) } ?? false
      }
  }
}

extension DashboardState {
  /// The type of the active page.
  var pageKind: any Page.Type { pages.kind(of: tab) }

  /// The active page, below coin pages, forms and overlays.
  var page: any Page {
    get { pages[tab] }
    set { pages[tab] = newValue }
  }

  /// The Portfolio page.
  var portfolio: PortfolioPage {
    get { pages[PortfolioPage.self] }
    set { pages[PortfolioPage.self] = newValue }
  }

  /// The Transactions page.
  var transactions: TransactionsPage {
    get { pages[TransactionsPage.self] }
    set { pages[TransactionsPage.self] = newValue }
  }
}
