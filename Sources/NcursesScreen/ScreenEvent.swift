public import CellGrid

/// One thing that happened at the terminal.
public enum ScreenEvent: Hashable, Sendable {
  /// A key that types nothing.
  case key(Key)
  /// A typed character.
  case text(Character)
  /// A press of a button or a turn of the wheel.
  case mouse(MouseEvent)
  /// The terminal has a new size.
  case resize(columns: Int, rows: Int)
  /// Text pasted in one piece; its lines end in `\n`, other control characters are left out.
  case paste(String)
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// The terminal changed between light and dark.
  case appearance(Appearance)
  /// The terminal says that it shows pictures by Kitty's protocol.
  case pictures
  /// The terminal has gone, or a signal asks the program to end; nothing will follow.
  case closed
}

/// What the mouse did, and in which cell.
public struct MouseEvent: Hashable, Sendable {
  /// What it did.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case left, middle, right
    /// The wheel turned by a notch.
    case wheelUp, wheelDown
  }

  /// What it did.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Makes an event.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
