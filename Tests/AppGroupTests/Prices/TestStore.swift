import Exact
import Foundation
import Portfolio
import Testing

import AppGroup

/// A store in its own container, which is removed when the store is freed.
final class TestStore {
  private let home: String
  let container: AppGroupContainer
  let store: PriceStore

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/bitpal-XXXXXX"
    var name = Array(template.utf8CString)
    try #require(mkdtemp(&name) != nil)
    home = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    container = try AppGroupContainer(environment: ["BITPAL_HOME": home], currentFolder: "/")
    store = PriceStore(container)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: home) } catch {
      Issue.record("could not remove \(home): \(error)")
    }
  }

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
