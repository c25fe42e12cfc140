public import CellGrid

/// An event of the terminal.
public enum ScreenEvent: Hashable, Sendable {
  /// A key that does not type text.
  case key(Key)
  /// A typed character.
  case text(Character)
  /// A mouse press or wheel turn.
  case mouse(MouseEvent)
  /// The terminal has a new size.
  case resize(columns: Int, rows: Int)
  /// Pasted text; lines end in `\n`, and other control characters are removed.
  case paste(String)
  /// The terminal window gained or lost focus.
  case focus(Bool)
  /// The terminal switched between light and dark.
  case appearance(Appearance)
  /// The terminal reported support for Kitty's graphics protocol.
  case pictures
  /// The terminal is gone, or a signal asks the program to end; this is the last event.
  case closed
}

/// A mouse action and its cell.
public struct MouseEvent: Hashable, Sendable {
  /// A mouse action.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case left, middle, right
    /// The wheel turned one notch.
    case wheelUp, wheelDown
  }

  /// The action.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Creates an event.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
