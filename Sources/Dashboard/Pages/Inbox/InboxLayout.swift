import CellGrid

extension DashboardState {
  /// The Inbox page.
  var inbox: InboxPage {
    get { pages[InboxPage.self] }
    set { pages[InboxPage.self] = newValue }
  }

  /// Visible tabs; includes the inbox if rows wait, an answer was given, or it is active.
  var tabs: [DashboardTab] {
    let ledger = data?.ledger
    let hasInbox = tab == .inbox || ledger.map { $0.waitingRowCount > 0 || $0.hasAnswers } == true
    return DashboardTab.allCases.filter { $0 != .inbox || hasInbox }
  }

  private static let sideColumns = 110
  private static let minListRows = 3
  /// The widest list of questions that is still readable as one line.
  private static let maxListColumns = 110

  /// Whether the selected question is shown next to the list.
  var isInboxWide: Bool { columns >= Self.sideColumns }

  /// Whether the selected question fits below the list.
  private var isInboxHigh: Bool { pageArea.rows >= 18 }

  /// Area of the rows of questions or answers, below title and heading.
  var inboxListArea: CellArea {
    var area = pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1)
    guard !inbox.showsAnswers, inbox.selected != nil else { return area }
    if isInboxWide {
      area.columns = max(46, min(area.columns * 2 / 5, Self.maxListColumns))
    } else if isInboxHigh {
      let count = inbox.book?.causes.count ?? 0
      area.rows = min(count, max(Self.minListRows, area.rows / 5))
    } else if pageArea.rows >= 8 {
      // The rows below show the whole sentence.
      area.rows -= 3
    }
    return area
  }

  /// Area of the selected question: next to the list, below it, or in a low window replacing the
  /// list while an answer is selected; `nil` if there is none.
  var inboxDetailArea: CellArea? {
    let (page, list) = (pageArea, inboxListArea)
    guard !inbox.showsAnswers, inbox.selected != nil else { return nil }
    if isInboxWide {
      let start = list.endColumn + 2
      return CellArea(
        column: start, row: page.row, columns: page.endColumn - start, rows: page.rows)
    }
    if isInboxHigh { return page.dropFirstRows(list.endRow + 1) }
    return inbox.offer == nil ? nil : page
  }
}
