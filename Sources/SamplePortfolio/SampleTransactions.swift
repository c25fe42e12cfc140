import Exact
import FoundationEssentials
public import Portfolio

/// A sample portfolio for demos and tests: two years of made-up trades at real daily prices.
///
/// It has every kind of position: partial sales (bitcoin, ethereum), two closed cycles (solana with
/// a gain, polkadot with a loss), a re-entry (solana), coins at a loss and one priced far below a
/// cent (shiba-inu). `docs/accounting.md` derives every expected figure by hand.
public enum SamplePortfolio {
  /// The trades in ledger order, with the same ids on every run.
  public static let transactions: [Transaction] = trades.enumerated().compactMap { index, trade in
    do {
      return Transaction(
        id: SamplePortfolio.id(index), coinId: trade.coin, type: trade.type,
        amount: Quantity(try ExactDecimal(exact: trade.amount)),
        pricePerCoin: Price(try ExactDecimal(exact: trade.price)),
        date: Date(utcText: trade.day) ?? .distantPast)
    } catch {
      preconditionFailure("sample trade \(index) holds no number: \(error)")
    }
  }

  /// Days with their closing prices in US dollars.
  private static let trades:
    [(day: String, coin: String, type: TransactionType, amount: String, price: String)] = [
      ("2024-05-01", "bitcoin", .buy, "0.25", "58277.44"),
      ("2024-05-01", "solana", .buy, "40", "134.49"),
      ("2024-05-01", "polkadot", .buy, "150", "6.888"),
      ("2024-05-01", "ripple", .buy, "2000", "0.5169"),
      ("2024-05-01", "dogecoin", .buy, "5000", "0.1301"),
      ("2024-05-01", "litecoin", .buy, "15", "80.06"),
      ("2024-08-05", "bitcoin", .buy, "0.15", "54031.82"),
      ("2024-08-05", "ethereum", .buy, "2.5", "2420.39"),
      ("2024-08-05", "shiba-inu", .buy, "50000000", "0.00001325"),
      ("2024-08-05", "sui", .buy, "600", "0.5348"),
      ("2024-11-20", "cardano", .buy, "3000", "0.8008"),
      ("2025-01-20", "bitcoin", .sell, "0.1", "102148.74"),
      ("2025-01-20", "solana", .sell, "40", "241.72"),
      ("2025-04-08", "ethereum", .buy, "1.5", "1472.15"),
      ("2025-08-14", "ethereum", .sell, "1", "4550.57"),
      ("2025-08-14", "polkadot", .sell, "150", "3.988"),
      ("2026-02-05", "bitcoin", .buy, "0.05", "62811.67"),
      ("2026-02-05", "solana", .buy, "25", "78.21"),
    ]

  private static func id(_ index: Int) -> UUID {
    UUID(uuid: (0xB1, 0x7B, 0xA1, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(index)))
  }
}
