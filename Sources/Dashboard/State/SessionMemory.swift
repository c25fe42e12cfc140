import CellGrid
public import Exact
public import Portfolio
public import Widgets

/// State kept between dashboard sessions: where the user was, not what is held.
public struct SessionMemory: Equatable, Sendable {
  /// The active page.
  public var tab = DashboardTab.home
  /// The widget chosen for Home, `nil` for the dashboard's own choice.
  public var family: WidgetFamily?
  /// The panels of Home, as JSON.
  var home: JSONValue?
  /// The range that charts show.
  public var range = ChartRange.month
  /// How charts draw their lines.
  var chart = ChartStyle()
  /// Whether amounts are masked.
  public var isPrivate = false
  /// Whether rows are numbered.
  public var showsNumbers = false
  /// The theme; `nil` for the configured one.
  public var theme: String?
  /// The currency; `nil` for the configured one.
  public var currency: String?
  /// The cost basis; `nil` for the configured one.
  public var costBasis: CostBasis?
  /// The settings at the end of the session: a choice holds until its setting changes.
  public var settings: Settings?
  /// Sort orders by page name.
  var sorting: [String: Sorting] = [:]
  /// Hidden columns by page name.
  var hidden: [String: Set<Int>] = [:]
  /// Saved views.
  var views: [SavedView] = []

  /// The settings that a dashboard's own choices replace.
  public struct Settings: Equatable, Sendable {
    let currency: String
    let costBasis: CostBasis

    /// Makes settings.
    public init(currency: String, costBasis: CostBasis) {
      (self.currency, self.costBasis) = (currency, costBasis)
    }
  }

  /// Creates an empty memory.
  public init() {}

  /// Returns a copy without the choices whose settings changed after the session.
  public func following(_ current: Settings) -> SessionMemory {
    guard let settings else { return self }
    var memory = self
    if settings.currency != current.currency { memory.currency = nil }
    if settings.costBasis != current.costBasis { memory.costBasis = nil }
    return memory
  }

  /// Returns a copy with the paths of compared files transformed.
  public func withFiles(_ path: (String) -> String) -> SessionMemory {
    var memory = self
    memory.chart = chart.withFiles(path)
    return memory
  }

  /// Returns a copy without options that were given for this session and not changed in it.
  ///
  /// - Parameters:
  ///   - given: The options at the start of the session.
  ///   - own: The memory before the session.
  public func leavingOut(_ given: SessionMemory, over own: SessionMemory) -> SessionMemory {
    var memory = self
    if isPrivate == given.isPrivate { memory.isPrivate = own.isPrivate }
    if theme == given.theme { memory.theme = own.theme }
    if currency == given.currency { memory.currency = own.currency }
    if costBasis == given.costBasis { memory.costBasis = own.costBasis }
    return memory
  }

  /// The memory as JSON.
  public var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return .object([
      "page": .string(tab.title), "widget": text(family?.rawValue), "home": home ?? .null,
      "range": .string(range.title), "chart": chart.json, "private": .bool(isPrivate),
      "numbers": .bool(showsNumbers), "theme": text(theme), "currency": text(currency),
      "costBasis": text(costBasis?.rawValue), "settings": settings?.json ?? .null,
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

  /// Reads the memory from JSON; unreadable parts keep their defaults.
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
    settings = json["settings"].flatMap(Settings.init)
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

extension SessionMemory.Settings {
  fileprivate var json: JSONValue {
    .object(["currency": .string(currency), "costBasis": .string(costBasis.rawValue)])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let currency = json["currency"]?.string,
      let costBasis = json["costBasis"]?.string.flatMap(CostBasis.init(rawValue:))
    else { return nil }
    self.init(currency: currency, costBasis: costBasis)
  }
}

extension DashboardState {
  /// The memory for the next session.
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

  /// Restores the state of an earlier session.
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
