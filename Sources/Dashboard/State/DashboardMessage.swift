public import FoundationEssentials
import CellGrid

/// A sentence about what happened.
public struct DashboardMessage: Equatable, Sendable {
  /// Clean text.
  public var text: String
  /// Whether something went wrong.
  public var isError: Bool
  /// When it was said, `nil` before the first event.
  public var date: Date?
}

/// The log of messages: where it stands.
struct MessageLog: Equatable, Sendable {
  var top: Int
}

extension DashboardState {
  private static let messageLimit = 100
  private static let logColumns = 100

  /// Shows a message until the next key, and keeps it in the log.
  ///
  /// That something was written stays before the news that follow, such as a price that could not
  /// be fetched.
  mutating func showMessage(_ text: String, isError: Bool) {
    let message = DashboardMessage(text: cleaned(text), isError: isError, date: lastInstant)
    self.message = message
    if let written { self.message?.text = "\(written). \(message.text)" }
    messages.append(message)
    if messages.count > Self.messageLimit { messages.removeFirst() }
  }

  /// Keeps lines in the log without showing them.
  mutating func keep(_ lines: some Sequence<String>) {
    messages += lines.map {
      DashboardMessage(text: cleaned($0), isError: false, date: lastInstant)
    }
    messages.removeFirst(max(0, messages.count - Self.messageLimit))
  }

  /// Shows that something was written.
  mutating func showWritten(_ text: String) {
    written = nil
    showMessage(text, isError: false)
    written = message?.text
  }

  /// Ends the message, as the next key does.
  mutating func clearMessage() {
    message = nil
    written = nil
  }

  /// Where the log lies.
  var messageArea: CellArea {
    let body = bodyArea
    let width = min(body.columns, Self.logColumns)
    let height = min(body.rows, max(1, messageLines(in: width - 4).count) + 4)
    return CellArea(
      column: (columns - width) / 2, row: (body.rows - height) / 2, columns: width, rows: height)
  }

  /// Lines of the log that are seen at once.
  var messageRows: Int { max(1, messageArea.rows - 4) }

  /// The log broken to its width, oldest message first.
  var messageLines: [(time: String, text: String, isError: Bool)] {
    messageLines(in: messageArea.columns - 4)
  }

  private func messageLines(in room: Int) -> [(time: String, text: String, isError: Bool)] {
    messages.flatMap { message in
      let time = message.date.map(days.clock) ?? ""
      return wrapped(message.text, to: max(8, room - 7)).enumerated().map { row, line in
        (time: row == 0 ? time : "", text: line, isError: message.isError)
      }
    }
  }
}

/// How many coins that lacked past prices have been asked for.
struct PastPriceProgress: Equatable, Sendable {
  let done: Int
  let all: Int

  /// `History 3 of 20 coins`.
  var text: String { "History \(done) of \(all) \(all == 1 ? "coin" : "coins")" }
}
