/// How a terminal is asked to call its user.
public enum TerminalNotice: String, CaseIterable, Sendable {
  /// Not at all.
  case off
  /// The bell, which every terminal has.
  case bell
  /// `OSC 9`: iTerm2, WezTerm, Ghostty, Windows Terminal and others.
  case osc9
  /// `OSC 777`: rxvt-unicode, foot, VTE, Ghostty and others.
  case osc777

  /// The bytes to send; empty for ``off``.
  ///
  /// - Parameters:
  ///   - title: One line of free text.
  ///   - text: One line of free text.
  ///   - isInTmux: Whether tmux is to pass the sequence on to its own terminal, which it does where
  ///     `allow-passthrough` is on; a bell needs no passing on.
  public func sequence(title: String, _ text: String, isInTmux: Bool) -> String {
    // A semicolon ends a part of the sequence.
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
