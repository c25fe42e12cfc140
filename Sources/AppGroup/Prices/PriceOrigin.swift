/// The source of a stored price.
public struct PriceOrigin: RawRepresentable, Hashable, Sendable {
  /// The number in the file; its meaning never changes.
  ///
  /// The highest bit marks prices recorded by a refresh.
  public let rawValue: UInt8

  private static let recordedBit: UInt8 = 0x80

  /// Makes an origin from a number in a file; numbers of later versions are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The origin of prices that a refresh recorded; a price file named by the user counts as a
  /// source.
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

  /// The source's name, as price sources report it.
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

/// A set of sources that had no price for a day.
public struct PriceOrigins: OptionSet, Hashable, Sendable {
  /// One bit per origin.
  public let rawValue: UInt8

  /// Makes a set from bits in a file.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one origin; empty if the number is too large for a set.
  public init(_ origin: PriceOrigin) {
    rawValue = (1...8).contains(origin.rawValue) ? 1 << (origin.rawValue - 1) : 0
  }

  /// Whether an origin is in the set.
  public func contains(_ origin: PriceOrigin) -> Bool { contains(PriceOrigins(origin)) }
}
