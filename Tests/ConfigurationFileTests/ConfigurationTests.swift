import CellGrid
import ConfigurationFile
import Portfolio
import Testing

/// The settings file is read in full, and every fault names the setting or the line.
///
/// - An empty file means the defaults, and a key alone selects the free plan.
/// - Unknown settings, wrong values and invalid TOML are refused without a crash.
/// - An API key, and passwords in an address, never appear in descriptions or errors.
struct ConfigurationTests {
  @Test func `an empty file means the defaults`() throws {
    let configuration = try Configuration(toml: "")
    #expect(configuration == Configuration())
    #expect(configuration.costBasis == .average)
    #expect(configuration.palette == .default)
    #expect(configuration.appearance == nil)
    #expect(configuration.color == .auto)
    #expect(!configuration.isPrivate)
    #expect(configuration.hasMouse)
    #expect(configuration.tier == .keyless)
  }

  @Test(arguments: [
    "[", "[[", "[}", "[ =", " [[\n", "\n[+", "[\r", "[é", "[#", "[[\u{7F}]]", "\u{FEFF}[",
    "private = true\n[",
  ])
  func `A table header without a name is refused, and ends no program`(_ text: String) {
    #expect(throws: ConfigurationFault.self) { try Configuration(toml: text) }
  }

  @Test func `every setting is read`() throws {
    let configuration = try Configuration(
      toml: """
        cost-basis = "fifo"
        theme = "dusk"
        palette = "colour-blind"
        appearance = "light"
        color = "never"
        private = true

        [dashboard]
        mouse = false

        [prices]
        tier = "pro"
        key = "CG-secret"
        calls-per-minute = 500
        calls-per-month = 500_000
        base-url = "https://prices.example/api/v3"

        [keys]
        refresh = ["r", "F5"]
        quit = "ctrl-q"
        """)
    #expect(configuration.costBasis == .fifo)
    #expect(configuration.palette == .colorBlind)
    #expect(configuration.scheme == .dusk)
    #expect(configuration.appearance == .light)
    #expect(configuration.color == .never)
    #expect(configuration.isPrivate)
    #expect(!configuration.hasMouse)
    #expect(configuration.tier == .pro)
    #expect(configuration.key == "CG-secret")
    #expect(configuration.callsPerMinute == 500)
    #expect(configuration.callsPerMonth == 500_000)
    #expect(configuration.baseURL == "https://prices.example/api/v3")
    #expect(configuration.keys == ["refresh": ["r", "F5"], "quit": ["ctrl-q"]])
  }

  @Test func `a key alone is a free one`() throws {
    #expect(try Configuration(toml: "[prices]\nkey = \"CG-x\"").tier == .demo)
  }

  @Test(arguments: [
    ("palette = \"pink\"", ConfigurationFault.wrongValue(.palette)),
    ("palette = 3", .wrongValue(.palette)),
    ("private = \"yes\"", .wrongValue(.isPrivate)),
    ("cost_basis = \"fifo\"", .unknownSetting("cost_basis")),
    ("[prices]\nteir = \"demo\"", .unknownSetting("prices.teir")),
    ("[prices.deep]\ntier = \"demo\"", .unknownSetting("prices.deep")),
    ("[prices]\ncalls-per-minute = 0", .wrongValue(.callsPerMinute)),
    ("[prices]\ncalls-per-minute = 1.5", .wrongValue(.callsPerMinute)),
    ("[prices]\nkey = \"a\\nb\"", .wrongValue(.key)),
    ("[prices]\nkey = \"\"", .wrongValue(.key)),
    ("[prices]\ntier = \"demo\"", .keyMissing(.demo)),
    ("[prices]\ntier = \"keyless\"\nkey = \"CG-x\"", .keyUnused),
    ("[keys]\nquit = 3", .wrongKeys("quit")),
    ("[keys]\nquit = [\"q\", 3]", .wrongKeys("quit")),
  ])
  func `names what is wrong`(_ text: String, _ fault: ConfigurationFault) {
    #expect(throws: fault) { try Configuration(toml: text) }
  }

  @Test func `broken TOML is named by line and column`() throws {
    let fault = #expect(throws: ConfigurationFault.self) {
      try Configuration(toml: "palette = \"mono\"\ncolor = \n")
    }
    guard case .syntax(let line, _, let reason) = try #require(fault) else {
      Issue.record("not a fault of syntax")
      return
    }
    #expect(line == 2)
    #expect(!reason.isEmpty)
  }

  @Test func `the key shows in no description`() throws {
    let configuration = try Configuration(toml: "[prices]\nkey = \"CG-secret\"")
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!"\(configuration) \(String(reflecting: configuration)) \(dumped)".contains("secret"))
  }

  @Test(arguments: ["CG-\\u001bsecret", "CG-\\nsecret"])
  func `a fault of the key does not repeat it`(_ key: String) throws {
    let fault = #expect(throws: ConfigurationFault.self) {
      try Configuration(toml: "[prices]\nkey = \"\(key)\"")
    }
    #expect(try #require(fault).sentence.contains("secret") == false)
  }

  @Test(arguments: [
    ("https://a.example/api", "https://a.example/api"),
    ("http://user:PASS@a.example/api", "http://(hidden)@a.example/api"),
    ("http://us@r:PA/SS@a.example", "http://(hidden)@a.example"),
    ("user:PASS@a.example", "(hidden)@a.example"),
    ("https://a.example/?key=PASS", "https://a.example/?(hidden)"),
    ("https://u:P?A#SS@a.example", "https://(hidden)@a.example"),
  ])
  func `passwords and queries of an address are never shown`(value: String, shown: String) {
    #expect(Setting.baseURL.shown(value) == shown)
  }
}
