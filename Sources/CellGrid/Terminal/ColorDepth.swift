/// How many colours may be used, from none up; a deeper one can show all that a lesser one can.
public enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No colour at all.
  case none
  /// The eight ANSI colours.
  case ansi8
  /// The eight and their bright forms.
  case ansi16
  /// The palette of 256.
  case ansi256
  /// Any colour.
  case trueColor

  /// Whether the first shows fewer colours.
  public static func < (one: ColorDepth, other: ColorDepth) -> Bool {
    one.rawValue < other.rawValue
  }
}
