import Portfolio
import Testing

/// Account names that differ only in case are one account with its first spelling.
struct AccountNamesTests {
  @Test func `names that differ only in case are one account, spelled as it was first`() {
    var names = AccountNames(["Kraken", "Bitpanda"])
    #expect(["kraken", "KRAKEN", "Kraken"].map(names.spelling) == ["Kraken", "Kraken", "Kraken"])
    #expect(names.spelling(of: "binance") == "binance")
    names.insert("binance")
    #expect(names.spelling(of: "Binance") == "binance")
    // Existing names that differ only in case are both kept.
    names.insert("Binance")
    #expect(["Binance", "BINANCE"].map(names.spelling) == ["Binance", "binance"])
  }
}
