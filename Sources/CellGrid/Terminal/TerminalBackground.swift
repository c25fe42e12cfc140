/// Whether a terminal shows light text on dark or dark text on light.
public enum TerminalBackground: Hashable, Sendable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
  /// The terminal does not say; only colours that read on both will do.
  case unknown
}
