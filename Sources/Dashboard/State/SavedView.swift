import CellGrid
import Exact

/// Sort column and direction.
struct Sorting: Equatable, Sendable {
  /// The column number.
  var column: Int
  /// Whether the least is first.
  var isAscending: Bool

  var json: JSONValue {
    .object(["column": .number("\(column)"), "ascending": .bool(isAscending)])
  }

  init(column: Int, isAscending: Bool) { (self.column, self.isAscending) = (column, isAscending) }

  init?(json: JSONValue?) {
    guard let json, case .number(let text) = json["column"] ?? .null, let column = Int(text) else {
      return nil
    }
    self.init(column: column, isAscending: json["ascending"] == .bool(true))
  }
}

/// A named view: a page with its filter and sort order.
struct SavedView: Equatable, Sendable {
  var name: String
  var page: DashboardContext
  var filter: String
  var sorting: Sorting?

  var json: JSONValue {
    .object([
      "name": .string(name), "page": .string(page.rawValue), "filter": .string(filter),
      "sort": sorting?.json ?? .null,
    ])
  }

  init(_ name: String, of page: DashboardContext, filter: String, sorting: Sorting?) {
    (self.name, self.page, self.filter, self.sorting) = (name, page, filter, sorting)
  }

  init?(json: JSONValue) {
    guard let name = json["name"]?.string, let filter = json["filter"]?.string,
      let page = json["page"]?.string.flatMap(DashboardContext.init(rawValue:)),
      PageList.tab(of: page) != nil
    else { return nil }
    self.init(cleaned(name), of: page, filter: filter, sorting: Sorting(json: json["sort"]))
  }
}

extension DashboardState {
  /// The view that the command line would save: the active page under the typed name.
  ///
  /// Returns `nil` without a name, or if there is nothing to save.
  var viewToSave: SavedView? {
    guard coin == nil, let name = palette?.viewName, !name.isEmpty,
      page.filter?.text.isEmpty == false || page.sorting != nil
    else { return nil }
    return SavedView(
      cleaned(name), of: pageContext, filter: page.filter?.text ?? "", sorting: page.sorting)
  }

  /// Saves a view, replacing one of the same name.
  mutating func save(_ view: SavedView) {
    pages.views.removeAll { $0.name == view.name }
    pages.views.append(view)
    let key = keyMap.label(of: .views).map { "; \($0) lists the views" } ?? ""
    showMessage("Saved the view \(view.name)\(key)", isError: false)
  }

  /// Deletes a view.
  mutating func forgetView(_ name: String) {
    pages.views.removeAll { $0.name == name }
    showMessage("Deleted the view \(name)", isError: false)
  }

  /// Opens a saved view.
  mutating func open(_ view: SavedView) {
    guard let tab = PageList.tab(of: view.page) else { return }
    go(to: tab)
    pages.showsMoves = view.page == MovesPage.context
    if let sorting = view.sorting { page.restore(sorting) }
    page.changeFilter { $0 = Filter(text: view.filter) }
  }
}
