/// The rules that give each role its colour on a page, in the light and in the dark.
///
/// Only the property `color` is set and everything is drawn in the current colour, because some
/// renderers know no CSS variables.
struct StyleSheet {
  let theme: Theme

  /// The rules; a theme of unknown appearance follows the reader's own light or dark.
  var text: String {
    let weights = theme.roles.roles.filter { isBold($0) }.map { ".grid .\($0.name)" }
    let bold = "\(weights.joined(separator: ",")){font-weight:bold}\n"
    return switch theme.appearance {
    case .light: colors(.light) + bold
    case .dark: colors(.dark) + bold
    case .unknown:
      colors(.light) + bold + "@media (prefers-color-scheme:dark){\n\(colors(.dark))}\n"
    }
  }

  private func isBold(_ role: Role) -> Bool {
    theme.look(of: Style(role), depth: .trueColor).isBold
  }

  private func colors(_ ground: PageGround) -> String {
    var byColor: [(color: String, classes: [String])] = [
      (ground.color(of: .ink, palette: theme.palette), [".grid"])
    ]
    for role in theme.roles.roles {
      let color = ground.color(of: theme.roles[role].hue, palette: theme.palette)
      let name = ".grid .\(role.name)"
      if let index = byColor.firstIndex(where: { $0.color == color }) {
        byColor[index].classes.append(name)
      } else {
        byColor.append((color, [name]))
      }
    }
    // Last, so that letters in reverse keep the weight of their role but not its colour.
    byColor.append((ground.color, [".grid .ground"]))
    return byColor.map { "\($0.classes.joined(separator: ",")){color:\($0.color)}\n" }.joined()
  }
}

/// A light or a dark page and the colours that read on it.
enum PageGround: CaseIterable {
  case light
  case dark

  /// The ground itself.
  var color: String { self == .light ? "#ffffff" : "#17191e" }

  /// Ordinary text.
  var ink: String { self == .light ? "#1c2026" : "#e7e9ed" }

  func color(of hue: Hue, palette: Palette) -> String {
    switch (hue, palette) {
    case (.muted, _): self == .light ? "#5c6470" : "#9aa2ae"
    case (.faint, _): self == .light ? "#bfc5ce" : "#4a515c"
    case (.shade, _): self == .light ? "#7d8590" : "#868e9a"
    case (.ink, _), (_, .mono), (.amber, .colorBlind): ink
    case (.green, .colorBlind): self == .light ? "#005fa8" : "#5ab4f0"
    case (.red, .colorBlind): self == .light ? "#a84b00" : "#f09a2e"
    case (.green, .default): self == .light ? "#157a3b" : "#4fc46d"
    case (.red, .default): self == .light ? "#c32b28" : "#ff7068"
    case (.amber, .default): self == .light ? "#8a5c00" : "#e2b341"
    case (.accent, _): self == .light ? "#1c5fd0" : "#74b4ff"
    }
  }
}

/// A text with the characters that mean something to XML and HTML written as entities.
public func markupEscaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
