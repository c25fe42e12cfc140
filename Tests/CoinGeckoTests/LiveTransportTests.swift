import CallBudget
import Exact
import FlyingFox
import Foundation
import HTTP
import Portfolio
import PriceProvider
import Testing
import CoinGecko

/// Requests over HTTP give the recorded prices and send the key only to its own server.
///
/// - A redirect is followed on the same host with the key, elsewhere without it.
/// - Redirect loops and other schemes are not followed.
/// - Compressed responses and rate limits are understood.
struct RequestsToARealServer {
  @Test func `bring recorded prices`() async throws {
    try await withPriceServer(answer: { _ in json(recordedMarkets) }) { server in
      let answer = await onThread {
        source(baseURL: server.baseURL + "///").prices(of: ["tether", "bitcoin"])
      }
      #expect(answer.failures == [])
      #expect(answer.coins.map(\.id) == ["bitcoin", "tether"])
      #expect(answer.coins.map { $0.currentPrice?.description } == ["78030", "1"])
      let request = try #require(server.requests.first)
      #expect(request.method == .GET)
      #expect(request.path == "/api/v3/coins/markets")
      #expect(
        request.target.rawValue == "/api/v3/coins/markets?vs_currency=usd&ids=bitcoin,tether"
          + "&per_page=2&page=1&precision=full")
      #expect(
        request.headers[HTTPHeader("User-Agent")] == "bitpal/0.1 (portfolio for the terminal)")
      #expect(request.headers[HTTPHeader("Accept-Encoding")] == "gzip")
    }
  }

  @Test(arguments: [(1, 1), (100, 1), (101, 2), (250, 3)])
  func `are one per hundred coins`(count: Int, calls: Int) async throws {
    try await withPriceServer(answer: markets) { server in
      let ids = (1...count).map { "coin-\($0)" }
      let answer = await onThread { source(baseURL: server.baseURL).prices(of: ids.shuffled()) }
      #expect(answer.coins.map(\.id) == ids.sorted())
      #expect(answer.calls == calls)
      #expect(server.requests.count == calls)
    }
  }

  @Test func `name odd coins`() async throws {
    let ids = ["-10", "1move token", "_", "boringdao-[old]", "status"]
    try await withPriceServer(answer: markets) { server in
      let answer = await onThread { source(baseURL: server.baseURL).prices(of: ids) }
      #expect(answer.coins.map(\.id) == ids.sorted())
    }
  }

  @Test func `carry the key in its header only`() async throws {
    let key = try #require(APIKey(keyText))
    let refuse: @Sendable (ServedRequest) -> HTTPResponse = { _ in
      json(#"{"error":"no such key"}"#, status: .unauthorized)
    }
    for (tier, header) in [
      (APIConfiguration.Tier.demo(key), "x-cg-demo-api-key"),
      (.pro(key, CallLimits(perMinute: 500)), "x-cg-pro-api-key"),
    ] {
      try await withPriceServer(answer: refuse) { server in
        let answer = await onThread {
          source(tier: tier, baseURL: server.baseURL).prices(of: ["bitcoin"])
        }
        let request = try #require(server.requests.first)
        #expect(request.headers[HTTPHeader(header)] == keyText)
        #expect(!request.target.rawValue.contains(keyText))
        #expect(request.headers.filter { $0.value.contains(keyText) }.count == 1)
        #expect(!"\(answer)".contains(keyText))
      }
    }
  }

  @Test func `carry no key without one`() async throws {
    try await withPriceServer(answer: markets) { server in
      _ = await onThread { source(baseURL: server.baseURL).prices(of: ["bitcoin"]) }
      let request = try #require(server.requests.first)
      #expect(!request.headers.contains { $0.key.rawValue.lowercased().hasPrefix("x-cg") })
    }
  }

  @Test func `unpack gzip`() async throws {
    let body = try await gzip(Data(recordedMarkets.utf8))
    let answer: @Sendable (ServedRequest) -> HTTPResponse = { _ in
      HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: "application/json", .contentEncoding: "gzip"], body: body)
    }
    try await withPriceServer(answer: answer) { server in
      let answer = await onThread { source(baseURL: server.baseURL).prices(of: ["bitcoin"]) }
      #expect(answer.coins.map(\.id) == ["bitcoin"])
    }
  }

  @Test func `follow a redirect at home with the key`() async throws {
    let tier = try demoTier()
    let move: @Sendable (ServedRequest) -> HTTPResponse = { request in
      request.path.hasPrefix("/new")
        ? markets(request)
        : redirect(.movedPermanently, to: "/new" + request.target.rawValue)
    }
    try await withPriceServer(answer: move) { server in
      let answer = await onThread {
        source(tier: tier, baseURL: server.baseURL).prices(of: ["bitcoin"])
      }
      #expect(answer.coins.map(\.id) == ["bitcoin"])
      #expect(
        server.requests.map { $0.headers[HTTPHeader("x-cg-demo-api-key")] } == [keyText, keyText])
    }
  }

  @Test func `leave the key behind when they are sent elsewhere`() async throws {
    let tier = try demoTier()
    try await withPriceServer(answer: markets) { elsewhere in
      let move: @Sendable (ServedRequest) -> HTTPResponse = { request in
        redirect(
          .temporaryRedirect, to: "http://127.0.0.1:\(elsewhere.port)\(request.target.rawValue)")
      }
      try await withPriceServer(answer: move) { server in
        let answer = await onThread {
          source(tier: tier, baseURL: server.baseURL).prices(of: ["bitcoin"])
        }
        #expect(answer.coins.map(\.id) == ["bitcoin"])
        #expect(server.requests.count == 1)
        let request = try #require(elsewhere.requests.first)
        #expect(request.headers[HTTPHeader("x-cg-demo-api-key")] == nil)
        #expect(!request.headers.contains { $0.value.contains(keyText) })
      }
    }
  }

  @Test func `give up a redirect loop`() async throws {
    let loop: @Sendable (ServedRequest) -> HTTPResponse = { request in
      redirect(.found, to: request.target.rawValue)
    }
    try await withPriceServer(answer: loop) { server in
      let answer = await onThread { source(baseURL: server.baseURL).prices(of: ["bitcoin"]) }
      #expect(answer.failures == [PriceFailure(.redirected)])
      #expect(server.requests.count == 4)
      #expect(answer.calls == 4)
    }
  }

  @Test(arguments: [
    "https://127.0.0.1:1/", "ftp://127.0.0.1/", "file:///etc/hostname", "gopher://127.0.0.1/",
    "http://user:word@127.0.0.1/",
  ])
  func `never follow to another scheme`(target: String) async throws {
    let move: @Sendable (ServedRequest) -> HTTPResponse = { _ in
      redirect(.found, to: target)
    }
    try await withPriceServer(answer: move) { server in
      let answer = await onThread { source(baseURL: server.baseURL).prices(of: ["bitcoin"]) }
      #expect(answer.failures == [PriceFailure(.redirected)])
    }
  }

  @Test(arguments: [
    (Optional("53"), PriceFailure.rateLimited(retryAfter: 53)),
    ("0", .rateLimited(retryAfter: nil)),
    (nil, .rateLimited(retryAfter: nil)), ("99999", .rateLimited(retryAfter: 300)),
    ("Wed, 22 Apr 2026 12:01:59 GMT", .rateLimited(retryAfter: 119)),
  ])
  func `report too many calls`(header: String?, failure: PriceFailure) async throws {
    let refuse: @Sendable (ServedRequest) -> HTTPResponse = { _ in
      json(
        "{}", status: .tooManyRequests,
        headers: header.map { [HTTPHeader("Retry-After"): $0] } ?? [:])
    }
    try await withPriceServer(answer: refuse) { server in
      let answer = await onThread { source(baseURL: server.baseURL).prices(of: ["bitcoin"]) }
      #expect(answer == PriceAnswer(failures: [failure], calls: 1))
    }
  }
}

/// `data` compressed by the `gzip` program.
func gzip(_ data: Data) async throws -> Data {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "body")
  try data.write(to: file)
  let status = await onThread { () -> Int32 in
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-9", file.path]
    do { try gzip.run() } catch { return -1 }
    gzip.waitUntilExit()
    return gzip.terminationStatus
  }
  try #require(status == 0)
  return try Data(contentsOf: folder.appending(path: "body.gz"))
}
