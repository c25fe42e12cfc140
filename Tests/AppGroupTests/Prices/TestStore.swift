import Exact
import Foundation
import Portfolio
import Testing
import AppGroup

/// A store in its own container, which is removed when the store is freed.
final class TestStore {
  private let temporary: TemporaryContainer
  let store: PriceStore

  init() throws {
    temporary = try TemporaryContainer(created: false)
    store = PriceStore(temporary.container)
  }

  var container: AppGroupContainer { temporary.container }

  func add(_ days: [StoredPrice], of coinId: String = "bitcoin") throws {
    try store.add(days, of: coinId, at: noon)
  }

  func bytes(of coinId: String = "bitcoin") throws -> [UInt8] {
    try #require(try AtomicFile.read(store.path(of: coinId)))
  }

  func put(_ bytes: some Sequence<UInt8>, for coinId: String = "bitcoin") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: store.path(of: coinId)))
  }
}

let noon = Date(millisecondsSince1970: 1_776_859_200_000)  // 2026-04-22T12:00:00Z

func day(_ text: String) throws -> UTCDay { try #require(UTCDay(text: text)) }

func price(
  _ text: String, on day: String, from origin: PriceOrigin = .coinGecko
) throws -> StoredPrice {
  StoredPrice(day: try #require(UTCDay(text: day)), .price(try ExactDecimal(exact: text), origin))
}

func gap(on day: String, _ asked: PriceOrigins = PriceOrigins(.coinGecko)) throws -> StoredPrice {
  StoredPrice(day: try #require(UTCDay(text: day)), .gap(asked))
}
