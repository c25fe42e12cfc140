import Portfolio
import FoundationEssentials

/// A page of the dashboard: what it knows, how its keys change it and how it is drawn.
///
/// Adding a page takes a folder with a type that conforms to this, a case of ``DashboardTab`` that
/// names it, its context and its key; the compiler asks for the rest.
protocol Page: Equatable, Sendable {
  /// Which page this is.
  static var tab: DashboardTab { get }
  /// The context its keys belong to.
  static var context: DashboardContext { get }
  /// The action that opens it.
  static var action: ActionID { get }
  /// What a user without transactions reads on it, `nil` where it has something to show anyway.
  static var emptyTitle: String? { get }

  /// Makes the page before anything is known.
  init()

  /// Takes new data; selections stay on what they were on.
  mutating func show(_ data: DashboardData)
  /// Performs one of the actions that belong to the page.
  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome
  /// Whether one of the actions that belong to the page would do something.
  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool
  /// Selects a row that was pressed.
  mutating func select(_ row: Int)
  /// Rows that have a number, from 1 on in their order.
  var rowCount: Int { get }
  /// Sorts by the column of that number.
  mutating func sort(byColumn number: Int)
  /// What it is sorted by, `nil` where it has the order it has by itself.
  var sorting: Sorting? { get }
  /// Takes an order over from another session or a view.
  mutating func restore(_ sorting: Sorting)
  /// The numbers of the columns that are not to be shown.
  var hiddenColumns: Set<Int> { get set }
  /// The columns that the page can be sorted by.
  var columnTitles: [(number: Int, title: String)] { get }
  /// Keeps the selection on the screen.
  mutating func scrollToSelection(in state: DashboardState)
  /// What the page is narrowed to, `nil` where it cannot be.
  var filter: Filter? { get }
  /// Narrows the page.
  mutating func changeFilter(_ change: (inout Filter) -> Void)
  /// The transaction that is selected.
  var selectedTransaction: Transaction? { get }
  /// The coin that is selected.
  var selectedCoin: String? { get }
  /// The selected row as it is copied.
  func copiedText(in state: DashboardState) -> String?
  /// The series that the page draws.
  func seriesSubjects(in state: DashboardState) -> [SeriesSubject]
  /// The coins whose detail the page draws.
  func details(in state: DashboardState) -> [String]
  /// What else has to be read for the page as it stands.
  func readings(in state: DashboardState) -> [LedgerReading]
  /// Columns of the page's chart, 0 without one.
  func plotColumns(in state: DashboardState, now: Date) -> Int
  /// Draws the page.
  func draw(in painter: inout Painter, state: DashboardState, now: Date)
}

/// What follows from an action of a page.
enum PageOutcome: Equatable {
  /// Nothing but what changed in the page.
  case done
  /// Another page is opened.
  case go(DashboardTab)
  /// A coin's page is opened.
  case coin(String)
  /// The cursor of the page's chart moves by so many columns.
  case cursor(Int)
  /// Something is asked of the world.
  case effects([DashboardEffect])
  /// The user is asked something.
  case ask(Question)
  /// The command line is opened with a beginning.
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

/// The dashboard's pages, one of each kind.
struct PageList: Equatable, Sendable {
  private static let kinds: [any Page.Type] = DashboardTab.allCases.map(\.page) + [MovesPage.self]

  private var pages: [DashboardContext: any Page] = [:]
  /// Whether the moves are shown in the place of the transactions.
  var showsMoves = false
  /// Lists that the user gave names.
  var views: [SavedView] = []

  init() {
    for kind in Self.kinds { pages[kind.context] = kind.init() }
  }

  /// The page of a kind.
  subscript<Kind: Page>(_ kind: Kind.Type) -> Kind {
    get { pages[Kind.context] as? Kind ?? Kind() }
    set { pages[Kind.context] = newValue }
  }

  /// The page that a tab shows.
  subscript(_ tab: DashboardTab) -> any Page {
    get { pages[kind(of: tab).context] ?? kind(of: tab).init() }
    set { pages[kind(of: tab).context] = newValue }
  }

  /// The tab that shows pages of a context.
  static func tab(of context: DashboardContext) -> DashboardTab? {
    kinds.first { $0.context == context }?.tab
  }

  /// The page that a tab is named after, whatever it shows now.
  func ownPage(of tab: DashboardTab) -> any Page { pages[tab.page.context] ?? tab.page.init() }

  /// The kind of page that a tab shows.
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
  /// The kind of the page in front.
  var pageKind: any Page.Type { pages.kind(of: tab) }

  /// The page in front, under coin pages, forms and overlays.
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
