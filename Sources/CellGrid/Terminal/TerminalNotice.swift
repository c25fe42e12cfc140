/// How to send a notification through the terminal.
public enum TerminalNotice: String, CaseIterable, Sendable {
  /// No notification.
  case off
  /// The bell, supported by every terminal.
  case bell
  /// `OSC 9`: iTerm2, WezTerm, Ghostty, Windows Terminal and others.
  case osc9
  /// `OSC 777`: rxvt-unicode, foot, VTE, Ghostty and others.
  case osc777

  /// Returns the bytes to send; empty for ``off``.
  ///
  /// - Parameters:
  ///   - title: One line of free text.
  ///   - text: One line of free text.
  ///   - isInTmux: Whether to wrap the sequence for tmux, which passes it to its terminal if
  ///     `allow-passthrough` is on; a bell needs no wrapping.
  public func sequence(title: String, _ text: String, isInTmux: Bool) -> String {
    // A semicolon separates the parts of the sequence.
    let title = cleaned(title).replacing(";", with: ",")
    let sequence: String
    switch self {
    case .off: return ""
    case .bell: return "\u{7}"
    case .osc9: sequence = "\u{1B}]9;\(title): \(cleaned(text))\u{7}"
    case .osc777: sequence = "\u{1B}]777;notify;\(title);\(cleaned(text))\u{7}"
    }
    guard isInTmux else { return sequence }
    return "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
  }
}
