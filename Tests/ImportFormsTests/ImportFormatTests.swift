import Testing

@testable import ImportForms
@testable import ImportText

/// A name selects one import format or all of an exchange, and no header fits two formats.
struct ImportFormatTests {
  @Test func `a word names a format, an exchange or all`() {
    #expect(
      ImportFormat.named("Coinbase") == [
        .coinbase, .coinbaseTransfers, .coinbasePro, .coinbaseFills, .coinbasePrime, .coinbaseOld,
        .coinbaseRaw,
      ])
    #expect(ImportFormat.named("coinbase-pro") == [.coinbasePro])
    #expect(
      Set(ImportFormat.named("kraken")) == [.krakenLedgers, .krakenTrades, .krakenFutures])
    #expect(
      Set(ImportFormat.named("binance")) == [
        .binanceBuys, .binanceConvert, .binanceMoves, .binanceOrders, .binanceStatement,
        .binanceTrades, .binanceUS, .binanceFutures, .binanceEarn,
      ])
    #expect(Set(ImportFormat.named("bitpal")) == [.bitpal, .bitpalJSON])
    #expect(ImportFormat.named("auto") == ImportFormat.allCases)
    #expect(ImportFormat.named("mtgox") == [])
  }

  @Test func `every format but JSON has a reader`() {
    #expect(
      Set(FormatReader.all.map(\.format))
        == Set(ImportFormat.allCases).subtracting([.bitpalJSON, .custom]))
  }

  @Test func `no header is recognised by two formats`() {
    for reader in FormatReader.all {
      for signature in reader.signatures {
        let header = CSVHeader(
          CSVRow(
            line: 1, cells: signature.map { $0 == "#" ? $0 : String($0.prefix { $0 != "#" }) },
            text: ""))
        let found = FormatReader.all.filter { $0.recognizes(header) }.map(\.format)
        #expect(Set(found) == [reader.format], "\(signature)")
        #expect(FormatReader.first(recognizing: header)?.format == reader.format, "\(signature)")
      }
    }
  }
}
