/// A keyboard key.
public enum Key: Hashable, Sendable {
  /// An arrow key.
  case up, down, left, right
  /// Return, or Enter on the numeric keypad.
  case enter
  /// Escape.
  case escape
  /// Tab and Shift-Tab.
  case tab, backTab
  /// Home and End.
  case home, end
  /// Page Up and Page Down.
  case pageUp, pageDown
  /// Backspace and Delete.
  case backspace, delete
  /// Insert.
  case insert
  /// A function key, from 1.
  case function(Int)
  /// Control with a lowercase letter.
  case ctrl(Character)
  /// A typed character.
  case character(Character)
}
