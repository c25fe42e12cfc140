/// The colours of roles where a page, and no terminal, decides them.
///
/// One set for light ground and one for dark; a page that is told nothing carries both and follows its
/// reader.
enum Markup {
  /// A role's colour as `#rrggbb`.
  static func color(of role: Role, isDark: Bool) -> String {
    switch role {
    case .plain, .title, .prominent, .neutral, .selection: isDark ? "#e6edf3" : "#1f2328"
    case .secondary: isDark ? "#8b949e" : "#656d76"
    case .border: isDark ? "#3d444d" : "#b7bfc8"
    case .borderFocused, .accent: isDark ? "#58a6ff" : "#0969da"
    case .gain: isDark ? "#3fb950" : "#1a7f37"
    case .loss, .error: isDark ? "#ff7b72" : "#cf222e"
    case .badge: isDark ? "#d29922" : "#9a6700"
    case .skeleton: isDark ? "#30363d" : "#d0d7de"
    }
  }

  /// The ground.
  static func ground(isDark: Bool) -> String { isDark ? "#0d1117" : "#ffffff" }

  /// Style rules for the ground and every role; `property` is what colours text.
  static func rules(_ appearance: Appearance, property: String) -> String {
    func set(isDark: Bool) -> String {
      let ground = ".ground{\(property):\(ground(isDark: isDark))}"
      return ground
        + Role.allCases.map { ".\($0){\(property):\(color(of: $0, isDark: isDark))}" }.joined()
    }
    switch appearance {
    case .light: return set(isDark: false)
    case .dark: return set(isDark: true)
    case .unknown:
      return set(isDark: false) + "@media(prefers-color-scheme:dark){\(set(isDark: true))}"
    }
  }

  /// Text that is safe between tags and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
