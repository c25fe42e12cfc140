import FoundationEssentials
import Portfolio

/// The names met in the files of an import, and what they are.
final class CoinNames {
  private var notes: [(asset: Asset, notice: ImportNotice)] = []
  private var known: [Asset: AssetResolution] = [:]
  private var steady: Set<Asset> = []
  /// Whether names are looked up of rows that do not come in: that a coin is unknown says nothing
  /// where its day cannot be read.
  var isQuiet = false
  /// Unknown coins that were looked up quietly.
  private var unsaid: Set<Asset> = []
  private let directory: CoinDirectory
  private let stablecoins: Set<String>

  init(directory: CoinDirectory, stablecoins: Set<String>) {
    self.directory = directory
    self.stablecoins = stablecoins
  }

  /// What the user should know of the names.
  var notices: [ImportNotice] { notes.map(\.notice) }

  /// Takes what is to be known of the names in another file, as far as it is new.
  func append(_ other: CoinNames) {
    for note in other.notes where !notes.contains(where: { $0.asset == note.asset }) {
      notes.append(note)
    }
  }

  /// The coin a name is.
  ///
  /// - Throws: ``RefusalReason/unknownCoin(_:)``.
  func id(of asset: Asset) throws(RefusalReason) -> String {
    switch resolution(of: asset) {
    case .listed(let id), .bySymbol(let id), .unlisted(let id): return id
    case .unknown: throw .unknownCoin(asset.name)
    }
  }

  private func resolution(of asset: Asset) -> AssetResolution {
    if let resolution = known[asset] {
      if !isQuiet, unsaid.remove(asset) != nil { note(resolution, of: asset) }
      return resolution
    }
    let resolution = asset.name.isOneLine ? directory.resolve(asset) : .unknown
    known[asset] = resolution
    note(resolution, of: asset)
    return resolution
  }

  /// Whether an asset was looked up for a row.
  func wasRead(_ asset: Asset) -> Bool { known[asset] != nil }

  /// Whether an asset is known to mean the same on every day.
  func isSteady(_ asset: Asset) -> Bool { steady.contains(asset) }

  /// Remembers that an asset means the same on every day.
  func keepSteady(_ asset: Asset) { steady.insert(asset) }

  /// The id of a coin that the catalogue has by that name, or `nil`; makes no notice.
  func knownId(of asset: Asset) -> String? {
    switch directory.resolve(asset) {
    case .listed(let id), .bySymbol(let id): id
    case .unlisted, .unknown: nil
    }
  }

  /// Whether coins of the catalogue have a symbol, be it several of which none is the best.
  func isTicker(_ symbol: String) -> Bool {
    if case .unlisted = directory.resolve(.symbol(symbol)) { false } else { true }
  }

  /// The place by market value of the coin that a name is.
  func rank(of asset: Asset) -> Int? { knownId(of: asset).flatMap(directory.rank) }

  /// So much of something, as cash or as a coin.
  func leg(_ quantity: Quantity) throws(RefusalReason) -> Leg {
    let kind: Leg.Kind
    var name = quantity.asset.name
    if case .fiat(let code) = quantity.asset {
      kind = .money(code)
    } else if let ticker = Stablecoin.ticker(of: quantity.asset, declared: stablecoins) {
      kind = .stablecoin(ticker)
      // A file that names the contract means the coin, and calls it by its ticker.
      if case .symbol = quantity.asset {} else { name = ticker }
    } else {
      kind = .coin(try id(of: quantity.asset))
    }
    var leg = Leg(kind: kind, amount: quantity.amount, name: name)
    if case .unlisted = known[quantity.asset] { leg.isListed = false }
    return leg
  }

  private func note(_ resolution: AssetResolution, of asset: Asset) {
    switch resolution {
    case .bySymbol(let id):
      notes.append((asset, .symbolRead(symbol: asset.name, coinId: id)))
    case .unlisted where isQuiet: unsaid.insert(asset)
    case .unlisted(let id): notes.append((asset, .unlistedCoin(id)))
    case .listed, .unknown: break
    }
  }
}

extension String {
  /// Whether it can be a name: without line breaks and other control characters.
  fileprivate var isOneLine: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
