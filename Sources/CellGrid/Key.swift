/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// An arrow.
  case up, down, left, right
  /// Return, or Enter on the number pad.
  case enter
  /// Escape.
  case escape
  /// Tab, and Tab with Shift.
  case tab, backTab
  /// To an end of a row or list.
  case home, end
  /// By a page.
  case pageUp, pageDown
  /// Deletes to the left, and under the cursor.
  case backspace, delete
  /// Insert.
  case insert
  /// A function key, from 1.
  case function(Int)
  /// A letter with Control, in lower case.
  case ctrl(Character)
  /// A typed character.
  case character(Character)
}
