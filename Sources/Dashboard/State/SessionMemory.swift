import CellGrid
public import Exact
public import Portfolio
public import Widgets

/// What a dashboard remembers from one session to the next: where the user was, not what is held.
public struct SessionMemory: Equatable, Sendable {
  /// The page in front.
  public var tab = DashboardTab.home
  /// The widget chosen for Home, `nil` for the dashboard's own choice.
  public var family: WidgetFamily?
  /// The panels of Home.
  var home: JSONValue?
  /// How far back charts go.
  public var range = ChartRange.month
  /// Whether amounts are masked.
  public var isPrivate = false
  /// Whether rows are numbered.
  public var showsNumbers = false
  /// The colors, `nil` for those of the settings.
  public var theme: String?
  /// The currency, `nil` for that of the settings.
  public var currency: String?
  /// The cost basis, `nil` for that of the settings.
  public var costBasis: CostBasis?
  /// The order of the holdings.
  var holdings = HoldingOrder()
  /// The order of the transactions.
  var transactions = TransactionOrder()

  /// Remembers nothing.
  public init() {}

  /// The file's content.
  public var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return .object([
      "page": .string(tab.title), "widget": text(family?.rawValue), "home": home ?? .null,
      "range": .string(range.title), "private": .bool(isPrivate),
      "numbers": .bool(showsNumbers), "theme": text(theme), "currency": text(currency),
      "costBasis": text(costBasis?.rawValue),
      "holdings": Self.order(holdings.column.rawValue, holdings.isAscending),
      "transactions": Self.order(transactions.column.rawValue, transactions.isAscending),
    ])
  }

  /// Reads the file's content; what cannot be read is as in a first session.
  public init(json: JSONValue) {
    func text(_ key: String) -> String? { json[key]?.string }
    tab = DashboardTab.allCases.first { $0.title == text("page") } ?? tab
    family = text("widget").flatMap(WidgetFamily.init(rawValue:))
    home = json["home"]
    range = ChartRange.allCases.first { $0.title == text("range") } ?? range
    isPrivate = json["private"] == .bool(true)
    showsNumbers = json["numbers"] == .bool(true)
    theme = text("theme")
    currency = text("currency")
    costBasis = text("costBasis").flatMap(CostBasis.init(rawValue:))
    if let (number, isAscending) = Self.order(json["holdings"]),
      let column = HoldingColumn(rawValue: number)
    {
      holdings = HoldingOrder(column: column, isAscending: isAscending)
    }
    if let (number, isAscending) = Self.order(json["transactions"]),
      let column = TransactionColumn(rawValue: number)
    {
      transactions = TransactionOrder(column, isAscending: isAscending)
    }
  }

  private static func order(_ column: Int, _ isAscending: Bool) -> JSONValue {
    .object(["column": .number("\(column)"), "ascending": .bool(isAscending)])
  }

  private static func order(_ json: JSONValue?) -> (Int, Bool)? {
    guard let json, case .number(let text) = json["column"] ?? .null, let column = Int(text) else {
      return nil
    }
    return (column, json["ascending"] == .bool(true))
  }
}

extension DashboardState {
  /// What the next session begins with.
  public var memory: SessionMemory {
    var memory = SessionMemory()
    memory.tab = tab
    memory.family = family
    memory.home = pages[HomePage.self].memory
    memory.range = range
    memory.isPrivate = isPrivate
    memory.showsNumbers = showsNumbers
    memory.theme = theme
    memory.currency = currency
    memory.costBasis = costBasis
    memory.holdings = portfolio.order
    memory.transactions = transactions.order
    return memory
  }

  /// Opens a page.
  public mutating func open(_ tab: DashboardTab) { go(to: tab) }

  /// Goes on where another session ended.
  public mutating func restore(_ memory: SessionMemory) {
    tab = memory.tab
    family = memory.family
    pages[HomePage.self].restore(memory.home)
    range = memory.range
    isPrivate = isPrivate || memory.isPrivate
    showsNumbers = memory.showsNumbers
    theme = memory.theme
    currency = memory.currency
    costBasis = memory.costBasis
    portfolio.restore(memory.holdings)
    transactions.restore(memory.transactions)
  }
}
