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
  /// How charts draw their lines.
  var chart = ChartStyle()
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
  /// What lists are sorted by, by the names of their pages.
  var sorting: [String: Sorting] = [:]
  /// The columns that lists hide, by the names of their pages.
  var hidden: [String: Set<Int>] = [:]
  /// Lists that the user gave names.
  var views: [SavedView] = []

  /// Remembers nothing.
  public init() {}

  /// The same with other paths of the files that charts are compared with.
  public func withFiles(_ path: (String) -> String) -> SessionMemory {
    var memory = self
    memory.chart = chart.withFiles(path)
    return memory
  }

  /// The same without what a session was given for itself and no key of it changed.
  ///
  /// - Parameters:
  ///   - given: What the session began with.
  ///   - own: What the session before had left.
  public func leavingOut(_ given: SessionMemory, over own: SessionMemory) -> SessionMemory {
    var memory = self
    if isPrivate == given.isPrivate { memory.isPrivate = own.isPrivate }
    if theme == given.theme { memory.theme = own.theme }
    if currency == given.currency { memory.currency = own.currency }
    if costBasis == given.costBasis { memory.costBasis = own.costBasis }
    return memory
  }

  /// The file's content.
  public var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return .object([
      "page": .string(tab.title), "widget": text(family?.rawValue), "home": home ?? .null,
      "range": .string(range.title), "chart": chart.json, "private": .bool(isPrivate),
      "numbers": .bool(showsNumbers), "theme": text(theme), "currency": text(currency),
      "costBasis": text(costBasis?.rawValue),
      "sorting": Self.object(sorting) { $0.json },
      "hidden": Self.object(hidden) { .array($0.sorted().map { .number("\($0)") }) },
      "views": .array(views.map(\.json)),
    ])
  }

  private static func object<Value>(
    _ values: [String: Value], _ json: (Value) -> JSONValue
  ) -> JSONValue {
    .object(
      JSONObject(
        values.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: json($0.value)) }))
  }

  /// Reads the file's content; what cannot be read is as in a first session.
  public init(json: JSONValue) {
    func text(_ key: String) -> String? { json[key]?.string }
    tab = DashboardTab.allCases.first { $0.title == text("page") } ?? tab
    family = text("widget").flatMap(WidgetFamily.init(rawValue:))
    home = json["home"]
    range = ChartRange.allCases.first { $0.title == text("range") } ?? range
    chart = json["chart"].map(ChartStyle.init) ?? chart
    isPrivate = json["private"] == .bool(true)
    showsNumbers = json["numbers"] == .bool(true)
    theme = text("theme")
    currency = text("currency")
    costBasis = text("costBasis").flatMap(CostBasis.init(rawValue:))
    for tab in DashboardTab.allCases {
      if let order = Sorting(json: json["sorting"]?[tab.title]) { sorting[tab.title] = order }
      guard case .array(let numbers) = json["hidden"]?[tab.title] ?? .null else { continue }
      hidden[tab.title] = Set(
        numbers.compactMap { if case .number(let text) = $0 { Int(text) } else { nil } })
    }
    if case .array(let saved) = json["views"] ?? .null {
      views = saved.compactMap { SavedView(json: $0) }
    }
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
    memory.chart = chartStyle
    memory.isPrivate = isPrivate
    memory.showsNumbers = showsNumbers
    memory.theme = theme
    memory.currency = currency
    memory.costBasis = costBasis
    for tab in DashboardTab.allCases {
      let list = pages.ownPage(of: tab)
      memory.sorting[tab.title] = list.sorting
      if !list.columnTitles.isEmpty { memory.hidden[tab.title] = list.hiddenColumns }
    }
    memory.views = pages.views
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
    chartStyle = memory.chart
    isPrivate = memory.isPrivate
    showsNumbers = memory.showsNumbers
    theme = memory.theme
    currency = memory.currency
    costBasis = memory.costBasis
    for tab in DashboardTab.allCases {
      if let sorting = memory.sorting[tab.title] { pages[tab].restore(sorting) }
      if let hidden = memory.hidden[tab.title] { pages[tab].hiddenColumns = hidden }
    }
    pages.views = memory.views
  }
}
