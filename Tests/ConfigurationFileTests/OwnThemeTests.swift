import CellGrid
import ConfigurationFile
import Testing

/// Themes defined in the configuration file.
struct OwnThemeTests {
  private static let mine = """
    theme = "mine"

    [theme.mine]
    base = "dusk"
    page = "#101418"
    accent = "#FF9E64"

    """

  @Test func `a theme is another one with colors of its own`() throws {
    let configuration = try Configuration(toml: Self.mine)
    let scheme = try #require(configuration.scheme)
    #expect(scheme.name == "mine" && configuration.text(of: .theme) == "mine")
    #expect(scheme.page.css == "#101418" && scheme.color(of: .accent).css == "#ff9e64")
    #expect(scheme.color(of: .green) == ColorScheme.dusk.color(of: .green))
    #expect(configuration.scheme(named: "paper") == .paper)
    #expect(configuration.themes.map(\.name) == ["mine"])
  }

  @Test
  func `TOML's own spelling is read too, and the other tables stay`() throws {
    let text = Self.mine.replacing("[theme.", with: "[themes.") + "[dashboard]\nmouse = false\n"
    let configuration = try Configuration(toml: text)
    #expect(configuration.scheme?.name == "mine" && !configuration.hasMouse)
  }

  @Test func `without a base the colors are those for its page`() throws {
    for (page, base) in [("#f8f8f0", ColorScheme.light), ("#080808", .dark)] {
      let scheme = try Configuration(toml: "[theme.plain]\npage = \"\(page)\"\n").themes.first
      #expect(scheme?.color(of: .ink) == base.color(of: .ink))
      #expect(scheme?.appearance == base.appearance)
    }
  }

  @Test(arguments: [
    ("page = \"red\"", ConfigurationFault.wrongColor("theme.mine.page")),
    ("page = 5", .wrongColor("theme.mine.page")),
    ("pge = \"#101418\"", .unknownColor("theme.mine.pge")),
    ("base = \"pink\"", .wrongBase("theme.mine.base")),
    ("ink = \"#333333\"", .unreadableColor("theme.mine.ink")),
    ("accent = \"#404040\"", .unreadableColor("theme.mine.accent")),
  ])
  func `what is wrong with a theme is named`(line: String, fault: ConfigurationFault) {
    #expect(throws: fault) { try Configuration(toml: "[theme.mine]\n\(line)\n") }
    #expect(fault.sentence.contains("theme.mine."))
  }

  @Test(arguments: ["dusk", "Terminal", "\"a b\"", "\"\""])
  func `bitpals own names and odd ones are refused`(name: String) throws {
    let (_, faults) = try Configuration.reading(toml: "[theme.\(name)]\npage = \"#101418\"\n")
    #expect(faults.count == 1)
  }

  @Test func `a theme that is not there is a wrong value`() {
    #expect(throws: ConfigurationFault.wrongValue(.theme)) {
      try Configuration(toml: Self.mine.replacing("\"mine\"", with: "\"yours\""))
    }
  }

  @Test func `it is chosen in the file that holds it`() throws {
    var text = ConfigurationText(Self.mine.replacing("theme = \"mine\"\n", with: ""))
    try text.set(.theme, to: "mine")
    #expect(try Configuration(toml: text.text).scheme?.name == "mine")
    #expect(throws: ConfigurationFault.wrongValue(.theme)) { try text.set(.theme, to: "yours") }
    try text.set(.theme, to: nil)
    #expect(try Configuration(toml: text.text).scheme == nil)
    #expect(text.line(of: "theme.mine.page") != nil)
  }
}
