import CScreen
import CellGrid

/// An event read from ncurses, before sequences and pastes are combined.
enum RawEvent: Hashable {
  case nothing
  case character(Unicode.Scalar)
  case key(Key)
  case mouse(MouseEvent)
  case resize
  case pasteBegins
  case pasteEnds
  case focus(Bool)
  case appearance(Appearance)
  case ignored
  case closed

  init(_ event: bitpal_event) {
    self =
      switch event.kind {
      case BITPAL_NOTHING: .nothing
      case BITPAL_CHARACTER: Unicode.Scalar(event.scalar).map(RawEvent.character) ?? .ignored
      case BITPAL_KEY: Key(code: event.key).map(RawEvent.key) ?? .ignored
      case BITPAL_MOUSE: MouseEvent(event).map(RawEvent.mouse) ?? .ignored
      case BITPAL_RESIZE: .resize
      case BITPAL_PASTE_BEGINS: .pasteBegins
      case BITPAL_PASTE_ENDS: .pasteEnds
      case BITPAL_FOCUS_GAINED: .focus(true)
      case BITPAL_FOCUS_LOST: .focus(false)
      case BITPAL_BACKGROUND_DARK: .appearance(.dark)
      case BITPAL_BACKGROUND_LIGHT: .appearance(.light)
      case BITPAL_CLOSED: .closed
      default: .ignored
      }
  }
}

extension Key {
  fileprivate init?(code: Int32) {
    switch bitpal_key(rawValue: code) {
    case BITPAL_KEY_UP: self = .up
    case BITPAL_KEY_DOWN: self = .down
    case BITPAL_KEY_LEFT: self = .left
    case BITPAL_KEY_RIGHT: self = .right
    case BITPAL_KEY_HOME: self = .home
    case BITPAL_KEY_END: self = .end
    case BITPAL_KEY_PAGE_UP: self = .pageUp
    case BITPAL_KEY_PAGE_DOWN: self = .pageDown
    case BITPAL_KEY_INSERT: self = .insert
    case BITPAL_KEY_DELETE: self = .delete
    case BITPAL_KEY_BACKSPACE: self = .backspace
    case BITPAL_KEY_ENTER: self = .enter
    case BITPAL_KEY_BACKTAB: self = .backTab
    default:
      let number = Int(code) - Int(BITPAL_KEY_FUNCTION.rawValue)
      guard number > 0 else { return nil }
      self = .function(number)
    }
  }
}

extension MouseEvent {
  fileprivate init?(_ event: bitpal_event) {
    self.init(code: Int(event.button), column: Int(event.column), row: Int(event.row))
  }

  /// Creates a mouse event from an xterm button code, ignoring modifiers; nil for releases and
  /// moves.
  init?(code: Int, column: Int, row: Int) {
    let shiftMetaControl = 4 | 8 | 16
    switch code & ~shiftMetaControl {
    case 0: self.init(.left, column: column, row: row)
    case 1: self.init(.middle, column: column, row: row)
    case 2: self.init(.right, column: column, row: row)
    case 64: self.init(.wheelUp, column: column, row: row)
    case 65: self.init(.wheelDown, column: column, row: row)
    default: return nil
    }
  }
}
