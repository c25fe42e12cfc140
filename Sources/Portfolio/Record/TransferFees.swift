import Exact
import FoundationEssentials

/// What the fee of a transfer is to its coins' cost (SPEC §3.12).
public enum TransferFees: String, CaseIterable, Sendable {
  /// A disposal at the day's price; where no price is known, as ``none``.
  case market
  /// A disposal for nothing: its cost is a loss.
  case zero
  /// Its cost stays with the coins that are left.
  case none

  /// The fee as it counts.
  ///
  /// - Parameters:
  ///   - fee: The coins that left.
  ///   - evidence: What prices are known.
  public func counted(_ fee: Transaction, _ evidence: Evidence) -> Transaction {
    var fee = fee
    let price = self == .market ? evidence.price(of: fee.coinId, on: UTCDay(fee.date)) : nil
    fee.pricePerCoin = price?.rate ?? 0
    fee.valuation = price ?? (self == .zero ? nil : Valuation(kind: .unknown))
    return fee
  }
}

extension Transaction {
  /// Whether it is what a transfer cost.
  public var isTransferFee: Bool { kind == .fee && (label == .transfer || pricePerCoin.isZero) }
}
