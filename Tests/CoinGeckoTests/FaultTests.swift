import BitpalTesting
import FlyingFox
import Foundation
import HTTP
import Portfolio
import Testing
import CoinGecko

/// Each fault of the network is one failure with a reason, within the time limit.
///
/// - Endless, oversized and damaged responses are refused.
/// - A request can be canceled, and many threads can send requests at once.
struct FaultsOfTheNetwork {
  @Test func `a port without a server refuses`() async throws {
    let server = try RawServer()
    let base = server.baseURL
    server.close()
    let answer = await onThread { source(baseURL: base).prices(of: ["bitcoin"]) }
    #expect(answer == PriceAnswer(failures: [.unreachable("no connection")], calls: 1))
  }

  @Test func `the name is unknown`() async {
    let answer = await onThread {
      source(baseURL: "https://no-such-host.invalid/api/v3").prices(of: ["bitcoin"])
    }
    #expect(
      answer
        == PriceAnswer(failures: [.unreachable("the host's name cannot be resolved")], calls: 1))
  }

  @Test func `the answer breaks off`() async throws {
    let answer = try await withRawServer(head(5000) + Array("[{\"id\"".utf8), then: .close) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer == PriceAnswer(failures: [.malformed("the response is cut off")], calls: 1))
  }

  @Test func `the connection is reset within the answer`() async throws {
    let answer = try await withRawServer(head(5000) + Array("[{\"id\"".utf8), then: .reset) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    // The reset may arrive before the head of the response.
    let possible: [PriceFailure] = [
      .malformed("the response is cut off"), .unreachable("no connection"),
    ]
    #expect(answer.coins == [])
    #expect(answer.failures.count == 1)
    #expect(possible.contains(try #require(answer.failures.first)))
  }

  @Test func `nothing is said at all`() async throws {
    let answer = try await withRawServer([], then: .close) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer.failures == [.unreachable("no connection")])
  }

  @Test(arguments: [[], head(5000), head(5000) + Array("[{".utf8)])
  func `the server falls silent`(bytes: [UInt8]) async throws {
    let answer = try await withRawServer(bytes, then: .silence) {
      source(baseURL: $0.baseURL, timeLimit: .seconds(1)).prices(of: ["bitcoin"])
    }
    #expect(answer == PriceAnswer(failures: [.unreachable("no answer in time")], calls: 1))
  }

  @Test(arguments: [[UInt8(ascii: " ")], Array(repeating: UInt8(ascii: " "), count: 65536)])
  func `the answer never ends`(chunk: [UInt8]) async throws {
    // Byte by byte the time limit stops it, in large chunks the size limit.
    let isSlow = chunk.count == 1
    let answer = try await withRawServer(head(nil), then: .repeating(chunk)) {
      source(baseURL: $0.baseURL, timeLimit: isSlow ? .seconds(1) : .seconds(600))
        .prices(of: ["bitcoin"])
    }
    let expected: [PriceFailure] =
      isSlow
      ? [.unreachable("no answer in time"), .malformed("the response is too large")]
      : [.malformed("the response is too large")]
    #expect(answer.failures.count == 1)
    #expect(expected.contains(try #require(answer.failures.first)))
  }

  @Test func `a small body unpacks to a large one`() async throws {
    let bomb = try await gzip(Data(repeating: UInt8(ascii: " "), count: 8 << 20))
    try #require(bomb.count < 1 << 20)
    let answer = try await withRawServer(
      head(bomb.count, more: "Content-Encoding: gzip\r\n") + bomb, then: .silence
    ) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer.failures == [.malformed("the response is too large")])
  }

  @Test func `the packing is damaged`() async throws {
    let rubbish = Array("this was never packed".utf8)
    let answer = try await withRawServer(
      head(rubbish.count, more: "Content-Encoding: gzip\r\n") + rubbish, then: .close
    ) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer.failures == [.malformed("the response is cut off")])
  }

  @Test func `it is no HTTP`() async throws {
    let answer = try await withRawServer(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), then: .close) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer.coins == [])
    #expect(try #require(answer.failures.first).isOffline)
  }

  @Test func `an interim head is not the answer`() async throws {
    let early = Array("HTTP/1.1 103 Early Hints\r\nRetry-After: 7\r\n\r\n".utf8)
    let refused = Array("HTTP/1.1 429 No\r\nContent-Length: 0\r\n\r\n".utf8)
    let answer = try await withRawServer(early + refused, then: .close) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer.failures == [.rateLimited(retryAfter: nil)])
  }

  @Test func `the user cancels while waiting`() async throws {
    let cancellation = Cancellation()
    let answer = try await withRawServer(head(5000), then: .calling { cancellation.cancel() }) {
      source(
        CurlTransport(environment: [:], cancellation: cancellation), baseURL: $0.baseURL,
        timeLimit: .seconds(600)
      ).prices(of: ["bitcoin"])
    }
    #expect(answer == PriceAnswer(failures: [.unreachable("canceled")], calls: 1))
  }

  @Test func `the user cancelled before`() async {
    let cancellation = Cancellation()
    cancellation.cancel()
    let transport = CurlTransport(environment: [:], cancellation: cancellation)
    let answer = await onThread {
      source(transport, baseURL: "http://127.0.0.1:1").prices(of: ["bitcoin"])
    }
    #expect(answer.failures == [.unreachable("canceled")])
  }

  @Test func `many threads ask at once`() async throws {
    try await withPriceServer(answer: markets) { server in
      let counts = await withTaskGroup(of: Int.self) { group in
        for index in 0..<16 {
          group.addTask {
            await onThread { source(baseURL: server.baseURL).prices(of: ["coin-\(index)"]) }
              .coins.count
          }
        }
        return await group.reduce(into: 0) { $0 += $1 }
      }
      #expect(counts == 16)
      #expect(server.requests.count == 16)
    }
  }
}
