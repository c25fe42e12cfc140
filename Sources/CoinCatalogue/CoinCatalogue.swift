/// The coins bitpal knows by id, symbol, name and rank.
///
/// Looked up in place: opening it costs nothing, and one look-up takes microseconds.
public struct CoinCatalogue: Sendable {
  /// The catalogue that is part of the program.
  public static let builtIn = CoinCatalogue(memory: .builtIn())

  let memory: CatalogueMemory

  private init(memory: CatalogueMemory) { self.memory = memory }

  /// Opens a catalogue that ``CatalogueBytes/make(from:)`` made, after checking all of it.
  ///
  /// - Throws: ``CatalogueFault`` when the bytes are not a whole catalogue in order.
  public init(bytes: [UInt8]) throws(CatalogueFault) {
    if let fault = bytes.withUnsafeBytes(CatalogueLayout.fault(in:)) { throw fault }
    memory = CatalogueMemory(copying: bytes)
  }

  /// Opens a catalogue where its bytes lie, after checking all of it.
  ///
  /// - Parameters:
  ///   - bytes: What ``CatalogueBytes/make(from:)`` made; they must not change.
  ///   - owner: Keeps the bytes in place for as long as it lives.
  /// - Throws: ``CatalogueFault`` when the bytes are not a whole catalogue in order.
  public init(
    bytes: UnsafeRawBufferPointer, keptBy owner: any AnyObject & Sendable
  ) throws(CatalogueFault) {
    if let fault = CatalogueLayout.fault(in: bytes) { throw fault }
    memory = CatalogueMemory(bytes, keptBy: owner)
  }

  /// How many coins the catalogue has.
  public var count: Int { memory.read { $0.count } }

  /// Every coin, ascending by the bytes of the id; decodes the whole catalogue.
  public var coins: [CatalogueCoin] {
    memory.read { layout in (0..<layout.count).map(layout.coin) }
  }

  /// The coin of exactly that id, or `nil` when the catalogue lacks it.
  public func coin(id: String) -> CatalogueCoin? {
    memory.read { layout in
      layout.record(id: Array(id.utf8)).map(layout.coin)
    }
  }

  /// The coins of that symbol, ASCII letters in either case, best rank first.
  ///
  /// Coins without a rank follow in the order of their ids. No coin is found by an empty symbol.
  public func coins(symbol: String) -> [CatalogueCoin] {
    memory.read { layout in
      layout.records(symbol: lowercasedASCII(symbol)).map(layout.coin)
    }
  }
}
