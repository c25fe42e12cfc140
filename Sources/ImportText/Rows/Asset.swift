package import FoundationEssentials

/// What a file calls the thing that moved.
public enum Asset: Hashable, Sendable {
  /// A state's money, by its ISO 4217 code in capitals.
  case fiat(String)
  /// A coin by its id, as an export of bitpal writes it.
  case id(String)
  /// A coin as someone wrote it into bitpal's columns: its id, or its ticker.
  case idOrSymbol(String)
  /// A coin by its ticker, with its name where the file gives one.
  case symbol(String, name: String? = nil)
  /// A token by its ticker, the name it gives itself, and the contract that issues it.
  case token(String, name: String, contract: String)

  /// US dollars, the one currency bitpal keeps.
  public static let dollar = Asset.fiat("USD")
}

/// So much of something.
package struct AssetAmount: Equatable, Sendable {
  package var amount: Decimal
  package var asset: Asset

  package init(amount: Decimal, asset: Asset) { (self.amount, self.asset) = (amount, asset) }
}
