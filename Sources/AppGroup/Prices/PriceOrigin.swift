/// The source of a stored price.
public struct PriceOrigin: RawRepresentable, Hashable, Sendable {
  /// The number in the file; it never changes its meaning.
  ///
  /// Its highest bit says that a refresh recorded the price.
  public let rawValue: UInt8

  private static let recordedBit: UInt8 = 0x80

  /// Takes over a number from a file; one of a later version is kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A refresh that asked a source; a file of prices that a user named counts as one.
  public static func recorded(from source: String) -> PriceOrigin {
    let origin = all.first { $0.name == source }
    return PriceOrigin(rawValue: recordedBit | (origin?.rawValue ?? 0))
  }

  /// Whether a refresh recorded the price.
  public var isRecorded: Bool { rawValue & Self.recordedBit != 0 }

  /// CoinGecko's daily closes.
  public static let coinGecko = PriceOrigin(rawValue: 1)
  /// DefiLlama's chart.
  public static let defiLlama = PriceOrigin(rawValue: 2)
  /// Kraken's daily candles.
  public static let kraken = PriceOrigin(rawValue: 3)

  /// The origins that this version knows.
  public static let all: [PriceOrigin] = [.coinGecko, .defiLlama, .kraken]

  /// What the source is called, as a price's source names it.
  public var name: String {
    let source = PriceOrigin(rawValue: rawValue & ~Self.recordedBit)
    if isRecorded { return source.rawValue == 0 ? "recorded" : "\(source.name), recorded" }
    return switch self {
    case .coinGecko: "CoinGecko"
    case .defiLlama: "DefiLlama"
    case .kraken: "Kraken"
    default: "another source"
    }
  }
}

/// The sources that were asked for a day and had no price of it.
public struct PriceOrigins: OptionSet, Hashable, Sendable {
  /// A bit for each origin.
  public let rawValue: UInt8

  /// Takes over bits from a file.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One origin; none for a number beyond those that a set holds.
  public init(_ origin: PriceOrigin) {
    rawValue = (1...8).contains(origin.rawValue) ? 1 << (origin.rawValue - 1) : 0
  }

  /// Whether an origin is in the set.
  public func contains(_ origin: PriceOrigin) -> Bool { contains(PriceOrigins(origin)) }
}
