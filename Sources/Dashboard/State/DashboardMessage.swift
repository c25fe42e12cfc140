public import FoundationEssentials
import CellGrid

/// A message to the user.
public struct DashboardMessage: Equatable, Sendable {
  /// Text, cleaned for the terminal.
  public var text: String
  /// Whether it reports an error.
  public var isError: Bool
  /// When it was shown; `nil` before the first event.
  public var date: Date?
}

/// Scroll state of the message log.
struct MessageLog: Equatable, Sendable {
  var top: Int
}

extension DashboardState {
  private static let messageLimit = 100
  private static let logColumns = 100

  /// Shows a message until the next key and logs it.
  ///
  /// A confirmation of a write stays in front of later messages, such as a failed price refresh.
  mutating func showMessage(_ text: String, isError: Bool) {
    let message = DashboardMessage(text: cleaned(text), isError: isError, date: lastInstant)
    self.message = message
    if let written { self.message?.text = "\(written). \(message.text)" }
    messages.append(message)
    if messages.count > Self.messageLimit { messages.removeFirst() }
  }

  /// Logs lines without showing them.
  mutating func keep(_ lines: some Sequence<String>) {
    messages += lines.map {
      DashboardMessage(text: cleaned($0), isError: false, date: lastInstant)
    }
    messages.removeFirst(max(0, messages.count - Self.messageLimit))
  }

  /// Confirms a write.
  mutating func showWritten(_ text: String) {
    written = nil
    showMessage(text, isError: false)
    written = message?.text
  }

  /// Dismisses the message, as the next key does.
  mutating func clearMessage() {
    message = nil
    written = nil
  }

  /// Area of the message log.
  var messageArea: CellArea {
    let body = bodyArea
    let width = min(body.columns, Self.logColumns)
    let height = min(body.rows, max(1, messageLines(in: width - 4).count) + 4)
    return CellArea(
      column: (columns - width) / 2, row: (body.rows - height) / 2, columns: width, rows: height)
  }

  /// Number of log lines visible at once.
  var messageRows: Int { max(1, messageArea.rows - 4) }

  /// The log wrapped to its width, oldest message first.
  var messageLines: [(time: String, text: String, isError: Bool)] {
    messageLines(in: messageArea.columns - 4)
  }

  private func messageLines(in columns: Int) -> [(time: String, text: String, isError: Bool)] {
    messages.flatMap { message in
      let time = message.date.map(days.clock) ?? ""
      return wrapped(message.text, to: max(8, columns - 7)).enumerated().map { row, line in
        (time: row == 0 ? time : "", text: line, isError: message.isError)
      }
    }
  }
}

/// Progress of fetching missing past prices.
struct PastPriceProgress: Equatable, Sendable {
  let done: Int
  let all: Int

  /// `History 3 of 20 coins`, longest wording first.
  var texts: [String] {
    ["History \(done) of \(all) \(all == 1 ? "coin" : "coins")", "History \(done)/\(all)"]
  }
}
