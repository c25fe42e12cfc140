import FoundationEssentials
import Portfolio

/// The part of a list that has been read.
struct RowWindow<Row: ListedRow>: Equatable, Sendable {
  /// The request it answers; `nil` before the first read.
  private(set) var request: RowRequest?
  private(set) var rows: [Row] = []
  /// The rows in the display currency.
  private(set) var counted = CountedRows()
  /// Number of rows in the whole list.
  private(set) var count = 0

  /// Rows read before and after the visible ones.
  private static var margin: Int { 100 }
  private static var limit: Int { 400 }

  init() {}

  init(_ request: RowRequest, _ page: RowPage<Row>) {
    self.request = request
    rows = page.rows
    counted = page.counted
    count = page.count
  }

  /// The row at an index; `nil` if not read.
  subscript(position: Int) -> Row? {
    let index = position - (request?.offset ?? 0)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  /// The rows to read so that the visible ones are known; `nil` if they are.
  ///
  /// - Parameters:
  ///   - list: The requested list.
  ///   - top: The first visible row.
  ///   - height: Number of visible rows.
  ///   - anchor: The row whose index in a different list is needed.
  ///   - sought: A row whose index is needed in any case.
  func missing(
    of list: RowRequest, top: Int, height: Int, anchor: UUID?, seeking sought: UUID? = nil
  ) -> RowRequest? {
    var wanted = list
    if let request, request.isSameList(as: list) {
      let end = min(count, top + height)
      let isRead = top >= request.offset && end <= request.offset + rows.count
      guard !isRead || sought != nil else { return nil }
      wanted.anchor = sought
    } else if request != nil {
      wanted.anchor = sought ?? anchor
    }
    // Align requests, so that scrolling back and forth repeats the same ones.
    wanted.offset = max(0, top - Self.margin) / Self.margin * Self.margin
    wanted.limit = max(Self.limit, height + 2 * Self.margin)
    return wanted
  }
}
