import Exact
import FoundationEssentials

/// How the fee of a transfer affects the cost of coins (SPEC §3.12).
public enum TransferFees: String, CaseIterable, Sendable {
  /// A disposal at the day's price; without a known price, like ``none``.
  case market
  /// A disposal for nothing, whose cost is a loss.
  case zero
  /// Its cost stays with the remaining coins.
  case none

  /// The fee as valued under this rule.
  ///
  /// - Parameters:
  ///   - fee: The coins that left.
  ///   - evidence: The known prices.
  public func counted(_ fee: Transaction, _ evidence: Evidence) -> Transaction {
    var fee = fee
    let price = self == .market ? evidence.price(of: fee.coinId, on: UTCDay(fee.date)) : nil
    fee.pricePerCoin = Price(price?.rate ?? 0)
    fee.valuation = price ?? (self == .zero ? nil : Valuation(kind: .unknown))
    return fee
  }
}

extension Transaction {
  /// Whether it is the fee of a transfer.
  public var isTransferFee: Bool { kind == .fee && (label == .transfer || pricePerCoin.isZero) }
}
