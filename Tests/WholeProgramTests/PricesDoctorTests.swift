import FlyingFox
import Foundation
import Testing

/// `bitpal doctor` shows on one screen what needs attention, and repairs nothing.
///
/// - A new user has nothing to attend to.
/// - Failures, quotas that run out, old prices and a wrong clock are named with details.
/// - Damaged files are named and left alone, and so are files that others can read.
/// - A probe that is refused counts for the next refresh.
/// - Wrong settings do not stop the other checks.
struct PricesDoctorTests {
  private func checks(_ home: TestHome) throws -> [String: [String: String]] {
    let ended = try home.bitpal("doctor", "--json")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: String]])
    let isFine = list.allSatisfy { $0["state"] != "attention" }
    #expect(ended.status == (isFine ? 0 : 1))
    return Dictionary(list.map { ($0["check"] ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func expectAttention(_ home: TestHome, _ check: String, _ words: String) throws {
    let found = try #require(try checks(home)[check])
    #expect(found["state"] == "attention")
    #expect(found["detail"]?.contains(words) == true, "\(found)")
  }

  @Test func `a new user has nothing to attend to and nothing is made`() throws {
    let home = try TestHome()
    let doctor = try home.bitpal("doctor")
    #expect(doctor.status == 0)
    #expect(!doctor.output.contains("attention"))
    #expect(doctor.output.split(separator: "\n").count < 24)
    #expect(!FileManager.default.fileExists(atPath: home.container))
  }

  @Test func `one screen tells how it stands`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("prices.json", #"{"bitcoin": "55000"}"#))
    home.environment["BITPAL_NOW"] = "2026-04-28T12:05:00Z"
    let found = try checks(home).mapValues { $0["detail"] ?? "" }
    #expect(found["Container"] == "\(home.container), private (0700)")
    #expect(found["Database"] == "sound, 2 transactions")
    #expect(found["Widget files"] == "3 of 3 present, all readable")
    #expect(found["Price store"] == "1 coin, all readable")
    #expect(found["Prices"] == "without a key at 127.0.0.1")
    #expect(found["Rate limit"] == "3 of 3 calls left this minute, next refresh allowed now")
    #expect(found["Refresh"] == "prices fetched 5 min ago")
    #expect(found["libcurl"]?.contains("SSL") == true || found["libcurl"]?.contains("TLS") == true)
    #expect(found["Terminal"] == "xterm-256color, 256 colors, UTF-8, output is not a terminal")
    #expect(found["Coins"] == "17952 coins, built in")
  }

  @Test func `a failure is told with its reason and when the next call is`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    try home.bitpal("refresh")
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:05Z"
    try expectAttention(
      home, "Refresh",
      "1 failure in a row, the last just now: CoinGecko cannot be reached: no connection; "
        + "no success yet")
    let budget = try #require(try checks(home)["Rate limit"]?["detail"])
    #expect(
      budget.hasPrefix("2 of 3 calls left this minute; after 1 failure, next refresh allowed in "))
  }

  @Test(arguments: [
    (
      9500, "attention",
      "500 of 10000 calls left this month, which last until 2026-04-29 at this pace"
    ),
    (4000, "ok", "6000 of 10000 calls left this month, which last to its end at this pace"),
    (10_000, "attention", "0 of 10000 calls left this month"),
  ])
  func `the quota says how long the month's calls last at this pace`(
    used: Int, state: String, words: String
  ) throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    _ = try home.run(["config", "set", "prices.key"], input: "CG-secret\n")
    try home.bitpal("refresh")
    let path = "\(home.widgetData)/refresh_status.json"
    let status = try String(contentsOfFile: path, encoding: .utf8)
    try status.replacing(/"callsThisMonth" ?: ?\d+/, with: "\"callsThisMonth\":\(used)")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let found = try #require(try checks(home)["Quota"])
    #expect(found["state"] == state)
    #expect(found["detail"]?.hasPrefix(words) == true, "\(found) \(status)")
  }

  @Test func `a timer that is off is not ok, and needs no attention`() throws {
    let home = try TestHome()
    #expect(try checks(home)["Timer"]?["state"] == "off")
    #expect(try home.bitpal("doctor").status == 0)
  }

  @Test func `old prices ask for the timer`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("prices.json", #"{"bitcoin": "55000"}"#))
    home.environment["BITPAL_NOW"] = "2026-04-28T14:00:00Z"
    try expectAttention(home, "Refresh", "prices fetched 2 h ago: is the timer on?")
  }

  @Test func `damage is named and left alone`() throws {
    let home = try TestHome()
    try home.recordExample()
    let status = "\(home.widgetData)/refresh_data.json"
    try "{".write(toFile: status, atomically: false, encoding: .utf8)
    try expectAttention(home, "Widget files", "refresh_data.json cannot be read")
    #expect(try String(contentsOfFile: status, encoding: .utf8) == "{")
    let catalogue = "\(home.container)/Library/Application Support/CoinCatalogue.bin"
    try "bitpalC1".write(toFile: catalogue, atomically: false, encoding: .utf8)
    try expectAttention(home, "Coins", "using the built-in one")
    try Data(repeating: 1, count: 9000).write(
      to: URL(fileURLWithPath: "\(home.container)/BitpalShared.sqlite"))
    #expect(try checks(home)["Database"]?["state"] == "attention")
  }

  @Test func `what others can read is named`() throws {
    let home = try TestHome()
    try home.recordExample()
    _ = try home.run(["config", "set", "prices.key"], input: "CG-secret\n")
    #expect(try checks(home)["Settings"]?["detail"]?.contains("key private (0600)") == true)
    let settings = "\(home.path)/.config/bitpal/config.toml"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: settings)
    try expectAttention(home, "Settings", "others can read it: chmod 600")
    _ = try home.run(["config", "unset", "prices.key"])
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: settings)
    let open = try #require(try checks(home)["Settings"])
    #expect(open["state"] == "ok")
    #expect(open["detail"]?.contains("readable by other users (it holds no key)") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.container)
    try expectAttention(home, "Container", "other users can read \(home.container): chmod go=")
  }

  @Test func `a refused probe is what the next refresh names`() async throws {
    let home = try TestHome()
    try home.recordExample()
    _ = try await withPrices({ _ in pricesJSON("{}", status: .tooManyRequests) }) { server in
      home.environment["BITPAL_API_BASE_URL"] = server
      #expect(try home.bitpal("doctor", "--probe").status == 1)
      let refresh = try home.bitpal("refresh")
      #expect(refresh.status == 69)
      #expect(refresh.standardError.contains("was refused. Next refresh in "))
    }
  }

  @Test func `a probe that finds the clock wrong asks for attention`() async throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    _ = try await withPrices({ request in
      var answer = pricesOfAll(request)
      answer.headers[HTTPHeader("Date")] = "Tue, 28 Apr 2026 10:00:00 GMT"
      return answer
    }) { server in
      home.environment["BITPAL_API_BASE_URL"] = server
      let doctor = try home.bitpal("doctor", "--probe")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("clocks 7200 s apart: this computer's is ahead; set it"))
    }
  }

  @Test func `wrong settings stop no doctor`() throws {
    let home = try TestHome()
    home.environment["BITPAL_CONFIG"] = try home.file("mine.toml", "palette = \"pink\"\n")
    try expectAttention(home, "Settings", "palette must be default, color-blind or mono (line 1 of")
    #expect(try checks(home).count > 6)
  }
}
