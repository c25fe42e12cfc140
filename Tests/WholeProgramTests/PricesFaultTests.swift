import BitpalTesting
import Foundation
import Testing

/// A server fault, and what the user sees.
struct PricesFault: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var end = RawServer.End.close
  var badge = "Unable to refresh"
  var words: [String]

  /// A complete HTTP response.
  static func answer(
    _ status: String, _ body: String = "", type: String = "application/json", more: String = "",
    says words: String
  ) -> PricesFault {
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    return PricesFault(
      testDescription: "\(status) \(more)\(body.prefix(30))",
      bytes: Array("\(head)\(more)Connection: close\r\n\r\n\(body)".utf8), words: [words])
  }

  /// A response that announces a long body and stops after its first bytes.
  static let cut = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n[{\"id\"".utf8
  )
  static let endless = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[".utf8)
  static let page = "<html><body>Please log in</body></html>"
  static let limit = #"{"status":{"error_code":429,"error_message":"Rate Limit."}}"#

  static let all: [PricesFault] = [
    .answer("429 Too Many", limit, more: "Retry-After: 53\r\n", says: "asks to wait 53 s"),
    .answer("429 Too Many", limit, more: "Retry-After: 0\r\n", says: "Too many requests"),
    .answer("429 Too Many", "", says: "Too many requests"),
    .answer("429 Too Many", page, more: "Retry-After: 99999\r\n", says: "asks to wait 300 s"),
    .answer(
      "429 Too Many",
      more: "Date: Tue, 28 Apr 2026 12:00:00 GMT\r\nRetry-After: Tue, 28 Apr 2026 12:01:10 GMT\r\n",
      says: "asks to wait 70 s"),
    .answer(
      "401 No", #"{"status":{"error_code":10002,"error_message":"API Key Missing."}}"#,
      says: "refused (HTTP 401): API Key Missing."),
    .answer("403 No", page, type: "text/html", says: "refused (HTTP 403): access was refused"),
    .answer("404 No", "", says: "not found. Check the base URL."),
    .answer("500 Oh", #"{"error":"oh \u001b[31mno"}"#, says: "refused (HTTP 500): oh "),
    .answer("503 Oh", page, type: "text/html", says: "the server has a problem"),
    .answer("200 OK", page, type: "text/html", says: "login page"),
    .answer(
      "200 OK", #"[{"id":"bitcoin"}]"#, type: "text/html", says: "none of the coins has a price"),
    .answer("200 OK", "", says: "the response is empty"),
    .answer("200 OK", "{}", says: "the response has no prices"),
    .answer("200 OK", "[]", says: "none of the coins has a price"),
    .answer("200 OK", #"[{"id":"bitcoin","current_price":null}]"#, says: "none of the coins has"),
    .answer("200 OK", limit, says: "Too many requests"),
    .answer(
      "302 Gone", more: "Location: /api/v3/coins/markets\r\n",
      says: "the address redirects elsewhere"),
    .answer(
      "302 Gone", more: "Location: ftp://127.0.0.1/\r\n", says: "the address redirects elsewhere"),
    PricesFault(testDescription: "broken off", bytes: cut, words: ["the response is cut off"]),
    PricesFault(
      testDescription: "no word", bytes: [], badge: "Offline", words: ["no connection"]),
    PricesFault(
      testDescription: "reset", bytes: [], end: .reset, badge: "Offline",
      words: ["no connection"]),
    PricesFault(
      testDescription: "never ends", bytes: endless,
      end: .repeating(Array(repeating: UInt8(ascii: " "), count: 65_536)),
      words: ["the response is too large"]),
  ]
}

/// If the network fails, the figures stay, the badge and the age are shown, the message and the
/// exit code are right, and nothing is requested again too early.
struct PricesFaultTests {
  /// A portfolio of one bitcoin at $55,000, priced ten minutes ago.
  private static func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T11:50:00Z"
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("prices.json", #"{"bitcoin": "55000"}"#))
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    return home
  }

  private static func expectCalm(
    _ home: TestHome, badge: String, words: [String], seconds: ClosedRange<Int>? = nil
  ) throws {
    let path = "\(home.widgetData)/portfolio.json"
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let failed = try home.bitpal("refresh")
    #expect(failed.status == 69)
    #expect(failed.output == "")
    let help = badge == "Offline" ? " Take prices from a file: bitpal refresh --prices FILE" : ""
    #expect(failed.standardError.hasSuffix(". The last known prices are kept.\(help)\n"))
    for word in words { #expect(failed.standardError.contains(word)) }
    #expect(!failed.standardError.contains("\u{1B}"))
    #expect(!failed.standardError.contains("<"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let widget = try home.bitpal("--size", "medium").output
    #expect(widget.contains(badge) && widget.contains("$55,000.00"))
    #expect(widget.contains("Updated 10 min ago"))
    let held = try home.bitpal("refresh")
    #expect(held.status == 69)
    for word in words { #expect(held.standardError.contains(word)) }
    #expect(held.standardError.contains("Next refresh in "))
    // A timer says nothing while there is no network, and everything else.
    let quiet = try home.bitpal("refresh", "--quiet")
    #expect(quiet.status == 69 && quiet.output.isEmpty)
    #expect(quiet.standardError.isEmpty == (badge == "Offline"), "\(quiet.standardError)")
  }

  @Test(arguments: PricesFault.all)
  func `every fault has its sentence and exit code`(_ fault: PricesFault) async throws {
    try await onThread {
      let home = try Self.home()
      let server = try PricesRawServer(fault.bytes, then: fault.end)
      home.environment["BITPAL_API_BASE_URL"] = server.baseURL
      try server.serve {
        try Self.expectCalm(home, badge: fault.badge, words: fault.words)
        let asked = server.requests
        #expect(asked == (fault.testDescription.hasPrefix("302 Gone Location: /") ? 4 : 1))
        home.environment["BITPAL_NOW"] = "2026-04-28T12:00:09Z"
        try home.bitpal("refresh")
        #expect(server.requests == asked, "the pause is ten seconds at least")
        home.environment["BITPAL_NOW"] = "2026-04-28T12:05:01Z"
        try home.bitpal("refresh")
        #expect(server.requests > asked, "and five minutes at most after one failure")
      }
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/api/v3", "no connection"),
    ("https://no-such-host.invalid/api/v3", "the host's name cannot be resolved"),
  ])
  func `an address without a server is named`(_ url: String, words: String) async throws {
    try await onThread {
      let home = try Self.home()
      home.environment["BITPAL_API_BASE_URL"] = url
      try Self.expectCalm(home, badge: "Offline", words: ["cannot be reached", words])
    }
  }

  @Test func `a first refresh that fails does not speak of prices that are kept`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      home.environment["BITPAL_API_BASE_URL"] = "http://127.0.0.1:1/api/v3"
      for _ in 0..<2 {
        let failed = try home.bitpal("refresh")
        #expect(failed.status == 69)
        #expect(
          failed.standardError.contains("No prices are known yet. Take prices"),
          "\(failed.standardError)"
        )
      }
    }
  }

  @Test func `a small body that unpacks to a large one`() async throws {
    try await onThread {
      let home = try Self.home()
      let file = "\(home.path)/bomb.gz"
      #expect(
        try spawn(
          "/bin/sh", ["-c", "head -c 8388608 /dev/zero | gzip"], environment: home.environment,
          output: file) == 0)
      let bomb = try Data(contentsOf: URL(fileURLWithPath: file))
      try #require((1...65_536).contains(bomb.count))
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        + "Content-Length: \(bomb.count)\r\n\r\n"
      let server = try PricesRawServer(Array(head.utf8) + bomb)
      home.environment["BITPAL_API_BASE_URL"] = server.baseURL
      try server.serve {
        try Self.expectCalm(
          home, badge: "Unable to refresh", words: ["the response is too large"])
      }
    }
  }

  /// A silent connection is closed after the 15 seconds of a refresh.
  @Test func `a server that falls silent`() async throws {
    try await onThread {
      let home = try Self.home()
      let server = try PricesRawServer(PricesFault.cut, then: .silence)
      home.environment["BITPAL_API_BASE_URL"] = server.baseURL
      try server.serve {
        try Self.expectCalm(home, badge: "Offline", words: ["no answer in time"])
      }
    }
  }

  @Test func `a certificate without a trusted signature`() async throws {
    try await onThread {
      let home = try Self.home()
      let server = try TLSServer(certificateFor: "IP:127.0.0.1")
      defer { server.stop() }
      home.environment["BITPAL_API_BASE_URL"] = server.baseURL
      try Self.expectCalm(home, badge: "Offline", words: ["the server is not trusted: "])
    }
  }
}
