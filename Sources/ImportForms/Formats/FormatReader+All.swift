import ImportText

extension FormatReader {
  /// Every CSV format; the first that recognizes a header reads the file.
  ///
  /// Koinly's report precedes its template because it has all of its columns; within a source,
  /// forms with more columns are first.
  static let all: [FormatReader] = [
    widespread, peerToPeer, statements, european, former, worldwide, otherTrackers, rareExchanges,
    rareWallets,
  ].flatMap(\.self).map { $0.group == "Binance" ? $0.withZoneInHeading : $0 }

  /// The first format that recognizes a header.
  static func first(recognizing header: CSVHeader) -> FormatReader? {
    candidates(for: header).first { $0.recognizes(header) }
  }

  /// The only formats that can recognize a header, in the order of ``all``: it has the rarest
  /// column of their signatures.
  static func candidates(for header: CSVHeader) -> [FormatReader] {
    let names = ([header] + header.atUTC).flatMap(\.columns.keys)
    return Set(names.flatMap { telling[$0] ?? [] }).sorted().map { all[$0] }
  }

  /// Indices into ``all`` by the longest column name of each signature, usually the rarest.
  private static let telling: [String: [Int]] = {
    var indices: [String: [Int]] = [:]
    for (index, reader) in all.enumerated() {
      for names in reader.signatures {
        guard let longest = names.max(by: { $0.utf8.count < $1.utf8.count }) else { continue }
        indices[longest, default: []].append(index)
      }
    }
    return indices
  }()

  private static let widespread: [FormatReader] =
    [
      .bitpal, .binanceTrades.with(.bitcoinCash, .terra), .binanceOrders.with(.bitcoinCash, .terra),
      .binanceStatement.with(.bitcoinCash, .terra), .binanceConvert.with(.terra),
      .binanceMoves.with(.bitcoinCash, .terra),
      .binanceBuys, .binanceUS, .bitcoinTax, .bitfinexTrades, .bitfinexMoves, .bitfinexLedger,
      .bitMEX, .bitpanda, .bitpandaPro, .bitstamp, .bittrex.with(.bitcoinCash),
      .bittrexMoves.with(.bitcoinCash), .bitvavo, .blockFi,
      .blockFiTrades, .blockpit, .bybitTrades, .bybitMoves.withZoneInHeading,
      .bybitAccount.withZoneInHeading, .cashApp, .celsius,
      .coinbase, .coinbaseRaw, .coinbaseTransfers, .coinbasePro, .coinbaseFills, .coinLedger,
      .coinLedgerTemplate, .coinMarketCap, .coinStats, .coinTracker, .coinTrackerTemplate,
      .coinTracking, .cryptoCom, .cryptoComExchange, .cryptoComExchangeJournal, .delta,
      .electrum, .etherscan, .etherscanTokens, .exodus, .gate, .oldGateTrades, .gateTrades,
      .gateMoves, .gemini,
      .ghostfolio, .hitBTC,
      .htx, .htxMoves, .koinlyReport, .koinly, .koinlySimple, .krakenLedgers, .krakenTrades,
      .kucoin,
      .kucoinConvert,
      .kucoinMoves, .kucoinEarn, .ledgerLive, .mexcTrades, .mexcOrders, .mexcMoves, .nexo,
      .okxTrades, .okxOld, .okxFunding, .payPal, .poloniex, .poloniexMoves, .revolut, .robinhood,
      .rotki,
      .shapeShift, .strike, .strikeMonths, .swan, .swanWithdrawals, .swissBorg,
      .trezorSuite, .uphold,
    ]
    + brokers + asian + american + small + moreWallets + rp2
    + moneroAndOthers + moreExchanges + [tokenTax, kucoinAccount] + bybitTransfers
    + bybitPositions + okxTransfers
    + zonda + bitgetAndBingX + nexoPro + [revolutStatements, mtGox, buenbit]
    + bitcoinOrders + binanceMovesByInterface + explorers + portfolioPerformance
}
