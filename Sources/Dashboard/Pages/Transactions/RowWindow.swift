import FoundationEssentials
import Portfolio

/// The part of a list that has been read, and what it is a part of.
struct RowWindow<Row: ListedRow>: Equatable, Sendable {
  /// What was asked for, `nil` before anything was read.
  private(set) var request: RowRequest?
  private(set) var rows: [Row] = []
  /// What they amount to.
  private(set) var counted = CountedRows()
  /// Rows of the whole list.
  private(set) var count = 0

  /// Rows read before and after those on the screen.
  private static var margin: Int { 100 }
  private static var limit: Int { 400 }

  init() {}

  init(_ request: RowRequest, _ page: RowPage<Row>) {
    self.request = request
    rows = page.rows
    counted = page.counted
    count = page.count
  }

  /// A row of the list, `nil` where it is not read.
  subscript(place: Int) -> Row? {
    let index = place - (request?.offset ?? 0)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  /// What to read so that the rows on the screen are there, `nil` where they are.
  ///
  /// - Parameters:
  ///   - list: The list that is wanted.
  ///   - top: The first row on the screen.
  ///   - height: Rows of the screen.
  ///   - anchor: The row whose place in another list is wanted.
  ///   - sought: A row whose place is wanted whatever is read.
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
    // Parts begin at round places, so that going to and fro asks for the same ones.
    wanted.offset = max(0, top - Self.margin) / Self.margin * Self.margin
    wanted.limit = max(Self.limit, height + 2 * Self.margin)
    return wanted
  }
}
