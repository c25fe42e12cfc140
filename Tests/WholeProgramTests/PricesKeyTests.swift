import FlyingFox
import Foundation
import Synchronization
import Testing

/// Where a key is sent, and where it must never be.
struct PricesKeyTests {
  private static let key = "CG-S3cr3tKeyOfTheUser"

  private static func home(_ tier: String) throws -> TestHome {
    let home = try TestHome()
    try home.recordExample()
    try #require(try home.run(["config", "set", "prices.key"], input: "\(key)\n").status == 0)
    try #require(try home.bitpal("config", "set", "prices.tier", tier).status == 0)
    return home
  }

  /// The command lines of all processes.
  private static var commandLines: String {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        .map { pid in
          // The process may have ended.
          FileManager.default.contents(atPath: "/proc/\(pid)/cmdline")
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
        }.joined(separator: "\n")
    }
  }

  @Test(arguments: [("demo", "x-cg-demo-api-key"), ("pro", "x-cg-pro-api-key")])
  func `it travels in its header and is nowhere else`(tier: String, header: String) async throws {
    let home = try Self.home(tier)
    let seen = Mutex("")
    let requests = try await withPrices { request in
      do { try seen.withLock { $0 = try Self.commandLines } } catch { Issue.record(error) }
      return pricesJSON(#"{"error":"\#(Self.key) is no key"}"#, status: .unauthorized)
    } _: { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      var said = ""
      for arguments in [["refresh"], ["doctor"], ["doctor", "--json"], ["config"], ["refresh"]] {
        let ended = try home.run(arguments)
        said += ended.output + ended.standardError
      }
      #expect(said.contains("is no key"))
      #expect(!said.contains(Self.key))
    }
    let request = try #require(requests.first)
    #expect(request.headers[HTTPHeader(header)] == Self.key)
    #expect(requests.count == 1)
    #expect(!request.target.rawValue.contains(Self.key))
    #expect(request.headers.filter { $0.value.contains(Self.key) }.count == 1)
    #expect(request.headers[HTTPHeader("User-Agent")]?.hasPrefix("bitpal/") == true)
    let processes = seen.withLock { $0 }
    #expect(processes.contains("refresh") && !processes.contains(Self.key))
    try expectNoKey(in: home)
  }

  private func expectNoKey(in home: TestHome) throws {
    var files = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
      let path = "\(home.path)/\(name)"
      // Skip the tests' own input, and the only file that may contain the key.
      if name.hasSuffix(".in") || name.hasSuffix("config.toml") { continue }
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      files += 1
      #expect(data.range(of: Data(Self.key.utf8)) == nil, "\(path) holds the key")
    }
    #expect(files > 5)
  }

  @Test func `without a key no header is sent`() async throws {
    let home = try TestHome()
    try home.recordExample()
    let requests = try await withPrices(pricesOfAll) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 0)
    }
    // Current prices, and a past year.
    #expect(requests.count == 2)
    #expect(!requests.contains { $0.headers.keys.contains { $0.rawValue.contains("api-key") } })
  }

  @Test(arguments: [
    ("demo", "http://example.invalid/api/v3", ["plain http is only for this machine"]),
    (
      "demo", "https://pro-api.coingecko.com/api/v3",
      ["takes pro keys only", "set the tier to pro"]
    ),
    ("pro", "https://api.coingecko.com/api/v3", ["a pro key belongs to pro-api.coingecko.com"]),
    ("pro", "ftp://127.0.0.1/", ["is not a web address"]),
    ("demo", "https://user:word@127.0.0.1/", ["the base url has a user name"]),
  ])
  func `a key that may not go there stays at home`(tier: String, url: String, words: [String])
    throws
  {
    let home = try Self.home(tier)
    home.environment["BITPAL_API_BASE_URL"] = nil
    let refused = try home.bitpal("config", "set", "prices.base-url", url)
    #expect(refused.status == 2)
    for word in words { #expect(refused.standardError.lowercased().contains(word)) }
    #expect(!refused.standardError.contains("word@"))
    try #require(try home.bitpal("config", "get", "prices.base-url").output.isEmpty)
    // A user can still write it into the file with an editor.
    let file = "\(home.path)/.config/bitpal/config.toml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try "\(text)base-url = \"\(url)\"\n".write(toFile: file, atomically: true, encoding: .utf8)
    // Repeated: a refresh without a request uses no budget.
    for _ in 0..<4 {
      let refused = try home.bitpal("refresh")
      #expect(refused.status == 69)
      for word in words { #expect(refused.standardError.lowercased().contains(word)) }
      #expect(refused.standardError.split(separator: "\n").count == 1)
      #expect(!refused.standardError.contains("word@"))
    }
    let doctor = try home.bitpal("doctor")
    #expect(doctor.status == 1)
    for word in words { #expect(doctor.output.lowercased().contains(word)) }
  }

  @Test func `a key with blanks inside is told as such`() throws {
    let home = try TestHome()
    try home.recordExample()
    let typed = try home.run(["config", "set", "prices.key"], input: "CG two words\n")
    #expect(typed.status == 2)
    #expect(typed.standardError.contains("The API key has characters that no key has"))
    #expect(!typed.standardError.contains("two words"))
    let file = try home.file("mine.toml", "[prices]\nkey = \"CG two words\"\n")
    home.environment["BITPAL_CONFIG"] = file
    let refused = try home.bitpal("refresh")
    #expect(refused.status == 69)
    #expect(refused.standardError.contains("The API key has characters that no key has"))
    #expect(!refused.standardError.contains("two words"))
  }

  @Test(arguments: [("demo", [:], 30), ("pro", ["prices.calls-per-minute": "7"], 7)])
  func `the plan says how many calls there are`(
    tier: String, settings: [String: String], calls: Int
  ) throws {
    let home = try Self.home(tier)
    for (name, value) in settings { try home.bitpal("config", "set", name, value) }
    let doctor = try home.bitpal("doctor").output
    #expect(doctor.contains("\(calls) of \(calls) calls left this minute"))
    #expect(doctor.contains(" this month") == (tier == "demo"))
  }
}
