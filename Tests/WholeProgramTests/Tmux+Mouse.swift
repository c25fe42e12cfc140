import Foundation
import Testing

extension Tmux {
  /// Clicks the last character of a text, once it is visible.
  ///
  /// - Parameters:
  ///   - text: The text to click.
  ///   - row: Another text in the same row, if the text alone is ambiguous.
  func click(_ text: String, inRowOf row: String? = nil) throws {
    let row = row ?? text
    let screen = try wait("'\(text)' to be clicked") { screen in
      screen.split(separator: "\n").contains { $0.contains(text) && $0.contains(row) }
    }
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(rows.firstIndex { $0.contains(text) && $0.contains(row) })
    let end = try #require(rows[index].range(of: text)).upperBound
    // All characters on these screens are one cell wide.
    let column = rows[index].distance(from: rows[index].startIndex, to: end)
    try press(button: 0, column: column, row: index + 1)
  }

  /// Turns the wheel down by some notches.
  func wheelDown(_ notches: Int, column: Int, row: Int) throws {
    for _ in 0..<notches { try press(button: 65, column: column, row: row) }
  }

  /// Sends the press and release of a button, with positions counted from 1.
  private func press(button: Int, column: Int, row: Int) throws {
    try sendBytes("\u{1B}[<\(button);\(column);\(row)M")
    if button < 64 { try sendBytes("\u{1B}[<\(button);\(column);\(row)m") }
  }

  /// Sends raw bytes, like the terminal's own reports.
  func sendBytes(_ bytes: String) throws {
    try tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
  }
}
