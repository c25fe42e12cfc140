import ConfigurationFile
import Testing

/// `bitpal config` changes one setting and leaves the rest of the file as the user wrote it.
///
/// - Comments, order and spacing stay; a new setting is added at the end of its table.
/// - A wrong value, or a form that cannot be edited safely, is refused and changes nothing.
/// - Every setting can be set, read and unset.
struct ConfigurationTextTests {
  private func changed(
    _ text: String, _ setting: Setting, _ value: String?
  ) throws -> String {
    var file = ConfigurationText(text)
    try file.set(setting, to: value)
    return file.text
  }

  @Test func `a new file gets the one line`() throws {
    #expect(try changed("", .palette, "mono") == "palette = \"mono\"\n")
    #expect(
      try changed("", .baseURL, "https://x.example")
        == "[prices]\nbase-url = \"https://x.example\"\n")
  }

  @Test func `comments order and spacing stay`() throws {
    let text = """
      # mine
      palette = "default"   # the usual
      private = true

      [prices]              # money
      # free
      key = 'CG-"x"'# behind
      """
    let mono = try changed(text, .palette, "mono")
    #expect(mono.contains("# mine\npalette = \"mono\"   # the usual\nprivate = true\n"))
    let key = try changed(text, .key, "CG-#\"\\")
    #expect(key.contains("# free\nkey = \"CG-#\\\"\\\\\"# behind\n"))
    #expect(try Configuration(toml: key).key == "CG-#\"\\")
  }

  @Test func `a setting is added where its table ends`() throws {
    let text = "[prices]\nkey = \"x\"\n\n[keys]\nquit = \"Q\"\n"
    #expect(
      try changed(text, .tier, "pro")
        == "[prices]\nkey = \"x\"\ntier = \"pro\"\n\n[keys]\nquit = \"Q\"\n")
    #expect(
      try changed(text, .color, "never")
        == "color = \"never\"\n\n[prices]\nkey = \"x\"\n\n[keys]\nquit = \"Q\"\n")
    #expect(try changed(text, .mouse, "false") == text + "\n[dashboard]\nmouse = false\n")
  }

  @Test func `a setting is taken out`() throws {
    #expect(try changed("color = \"never\"\nprivate = true\n", .color, nil) == "private = true\n")
    #expect(try changed("private = true\n", .color, nil) == "private = true\n")
  }

  @Test(arguments: [
    "prices = { base-url = \"https://a.example\" }\n",
    "prices.base-url = \"https://a.example\"\n",
    "[prices]\nbase-url = \"\"\"https://a.example\"\"\"\n",
    "[prices]\n\"base-url\" = \"https://a.example\"\n",
  ])
  func `what it cannot change safely it refuses, and leaves`(_ text: String) {
    var file = ConfigurationText(text)
    #expect(throws: ConfigurationFault.notEditable(.baseURL)) {
      try file.set(.baseURL, to: "https://b.example")
    }
    #expect(file.text == text)
  }

  @Test func `lists name each word once`() throws {
    var file = ConfigurationText("")
    try file.set(.sources, to: "Kraken, coingecko")
    #expect(file.text == "[prices]\nsources = \"kraken,coingecko\"\n")
    #expect(try Configuration(toml: file.text).priceSources == [.kraken, .coinGecko])
    #expect(Configuration().priceSources == [.coinGecko, .defiLlama, .kraken])
    for wrong in ["", "coinbase", "kraken,kraken", "kraken,", "kraken coingecko"] {
      #expect(throws: ConfigurationFault.wrongValue(.sources)) {
        try file.set(.sources, to: wrong)
      }
    }
  }

  @Test(arguments: ["pink", "", "Mono "])
  func `a wrong value is refused before anything changes`(_ value: String) {
    var file = ConfigurationText("palette = \"mono\"\n")
    #expect(throws: ConfigurationFault.wrongValue(.palette)) { try file.set(.palette, to: value) }
    #expect(file.text == "palette = \"mono\"\n")
  }

  @Test func `every setting can be set read and unset`() throws {
    var file = ConfigurationText("# empty\n")
    let settings = Setting.allCases.filter { !$0.isInLedger }
    let values = settings.map { setting in
      switch setting.kind {
      case .choice(let words): (setting, words.last ?? "")
      case .list(let words): (setting, words.reversed().joined(separator: ","))
      case .currency: (setting, "EUR")
      case .flag: (setting, "true")
      case .count: (setting, "7")
      case .day: (setting, "2025-01-01")
      case .lotOrder: (setting, "highest-cost: Kraken; 2 bitcoin of 2019-07-01 to Kraken")
      case .zone, .text, .secret: (setting, "a b # = \"c\"")
      }
    }
    // Set the key first: without it, a plan that needs one is refused.
    for (setting, value) in values.sorted(by: { $0.0 == .key && $1.0 != .key }) {
      try file.set(setting, to: value)
      #expect(try Configuration(toml: file.text)[setting] == value)
    }
    for setting in settings { try file.set(setting, to: nil) }
    #expect(try Configuration(toml: file.text) == Configuration())
  }
}
