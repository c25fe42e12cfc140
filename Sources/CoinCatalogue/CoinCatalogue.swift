/// The coins bitpal knows by id, symbol, name and rank.
///
/// Read in place: opening it costs nothing, and a lookup takes microseconds.
public struct CoinCatalogue: Sendable {
  /// The catalogue embedded in the program.
  public static let builtIn = CoinCatalogue(memory: .builtIn())

  let memory: CatalogueMemory

  private init(memory: CatalogueMemory) { self.memory = memory }

  /// Opens a catalogue made by ``CatalogueBytes/make(from:)``, after checking all of it.
  ///
  /// - Throws: ``CatalogueFault`` if the bytes are not a valid catalogue.
  public init(bytes: [UInt8]) throws(CatalogueFault) {
    if let fault = bytes.withUnsafeBytes(CatalogueLayout.fault(in:)) { throw fault }
    memory = CatalogueMemory(copying: bytes)
  }

  /// Opens a catalogue in place, after checking all of it.
  ///
  /// - Parameters:
  ///   - bytes: The output of ``CatalogueBytes/make(from:)``; they must not change.
  ///   - owner: Keeps the bytes alive.
  /// - Throws: ``CatalogueFault`` if the bytes are not a valid catalogue.
  public init(
    bytes: UnsafeRawBufferPointer, keptBy owner: any AnyObject & Sendable
  ) throws(CatalogueFault) {
    if let fault = CatalogueLayout.fault(in: bytes) { throw fault }
    memory = CatalogueMemory(bytes, keptBy: owner)
  }

  /// The number of coins in the catalogue.
  public var count: Int { memory.read { $0.count } }

  /// Every coin, ascending by the bytes of the id; decodes the whole catalogue.
  public var coins: [CatalogueCoin] {
    memory.read { layout in (0..<layout.count).map(layout.coin) }
  }

  /// The coin with exactly that id, or `nil`.
  public func coin(id: String) -> CatalogueCoin? {
    memory.read { layout in
      layout.record(id: Array(id.utf8)).map(layout.coin)
    }
  }

  /// The coins with that symbol, ignoring ASCII case, best rank first.
  ///
  /// Coins without a rank follow, ordered by id. An empty symbol finds nothing.
  public func coins(symbol: String) -> [CatalogueCoin] {
    memory.read { layout in
      layout.records(symbol: lowercasedASCII(symbol)).map(layout.coin)
    }
  }
}
