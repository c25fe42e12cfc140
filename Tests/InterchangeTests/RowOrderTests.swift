import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Trades that stand on several rows, each with an id of its own, in a file sorted the other way.
struct RowOrderTests {
  /// A file whose rows are one trade, and the ids of its rows.
  struct Trade: Sendable {
    let header: String
    let rows: [String]
    let ids: [String]

    func text(_ rows: [String]) -> String { ([header] + rows).joined(separator: "\n") }
  }

  static let trades: [Trade] = [
    Trade(
      header: "id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,"
        + "Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit",
      rows: [
        "9,o1,2024-03-05 10:44:26,Spot,BTC-USDT,Buy,0.01,BTC,66000,0,-0.000008,BTC,0,0,0,0,BTC",
        "10,o1,2024-03-05 10:44:26,Spot,BTC-USDT,Sell,660,USDT,66000,0,0,USDT,0,0,0,0,USDT",
      ], ids: ["9", "10"]),
    Trade(
      header: "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,"
        + "Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),"
        + "Fees and/or Spread,Notes",
      rows: [
        "c14,2025-01-19 10:05:01 UTC,Asset Migration,LTC,-50,USD,$0.45,-$22.50,-$22.50,$0.00,",
        "c15,2025-01-19 10:05:01 UTC,Asset Migration,XRP,50,USD,$0.45,$22.50,$22.50,$0.00,",
      ], ids: ["c14", "c15"]),
    Trade(
      header: "Internal id,Date and time,Transaction type,Coin type,Coin amount,USD Value,"
        + "Original Reward Coin,Reward Amount In Original Coin,Confirmed",
      rows: [
        "s1,\"May 2, 2022 10:00 AM\",Swap out,BTC,-0.1,4000,,,Yes",
        "s2,\"May 2, 2022 10:00 AM\",Swap in,ETH,1.4,4000,,,Yes",
      ], ids: ["s1", "s2"]),
    Trade(
      header: "id,walletId,type,credit,debit,fee,currency,timestamp,pendingConfirmation,journalId,"
        + "lnMemo,usd,feeUsd,recipientWalletId,username,memoFromPayer,paymentHash,pubkey,"
        + "feeKnownInAdvance,address,txHash",
      rows: [
        "b1,w1,self_trade,0,45045,0,BTC,Wed May 10 2023 08:00:00 GMT+0000,false,j1,,,,,,,,,,,",
        "b2,w2,self_trade,1250,0,0,USD,Wed May 10 2023 08:00:01 GMT+0000,false,j1,,,,,,,,,,,",
      ], ids: ["b1", "b2"]),
  ]

  private static let opening = Transaction(
    coinId: "bitcoin", type: .buy, amount: 9, pricePerCoin: 5, date: instant("2020-01-01"))
  private static let litecoin = Transaction(
    coinId: "litecoin", type: .buy, amount: 90, pricePerCoin: 5, date: instant("2020-01-01"))
  private let held = ImportLedger(transactions: [opening, litecoin])

  private func plan(_ texts: [String], into ledger: ImportLedger) throws -> ImportPlan {
    try InterchangeTests.plan(texts, policy(stable: ["USDT"]), into: ledger)
  }

  @Test(arguments: trades)
  func `the same rows the other way round add nothing`(trade: Trade) throws {
    let (file, other) = (trade.text(trade.rows), trade.text(trade.rows.reversed()))
    let first = try plan([file], into: held)
    #expect(first.refusedSummary == [] && !first.additions.isEmpty)
    #expect(
      try plan([other], into: held).additions.map(\.reference) == first.additions.map(\.reference))
    #expect(try plan([other], into: held.with(first)).additions.isEmpty)
    #expect(try plan([file, other], into: held).additions.count == first.additions.count)
  }

  @Test(arguments: trades)
  func `what earlier versions called by the row that stood first is known, or stays deleted`(
    trade: Trade
  ) throws {
    let now = try plan([trade.text(trade.rows)], into: held).additions
    for id in trade.ids {
      let before = now.map { row in
        guard let reference = row.reference else { return row }
        let part = reference.id.split(separator: ":").dropFirst().joined()
        var row = row
        row.reference = Reference(source: reference.source, id: id).part(part)
        return row
      }
      let ledger = ImportLedger(transactions: held.transactions + before)
      let emptied = ImportLedger(
        transactions: held.transactions, deleted: Set(before.compactMap(\.reference)))
      for rows in [trade.rows, trade.rows.reversed()] {
        #expect(try plan([trade.text(rows)], into: ledger).additions.isEmpty)
        #expect(try plan([trade.text(rows)], into: emptied).additions.isEmpty)
      }
    }
  }

  @Test func `an id of many rows, deposits among them, is known whatever their order`() throws {
    let deposits = (1...6).map { "1;2021-07-27 15:43:18;BTC;DEPOSIT;0.\($0);;;;;;a;" }
    let trades = [
      "1;2021-07-27 14:43:18;BTC/USD;BUY;0.5;40000;;;;;;",
      "1;2021-07-27 14:43:18;BTC/USD;BUY;0.25;40000;;;;;;",
      "1;2021-07-27 16:43:18;BTC/USD;SELL;0.2;40000;;;;;;",
      "1;2021-07-27 16:43:18;BTC/USD;FEE;;;0.01;BTC;;;;",
    ]
    let file = Trade(
      header: "UID;DATE;SYMBOL;ACTION;QUANTY;PRICE;FEE;FEE_CURRENCY;REBATE;REBATE_CURRENCY;"
        + "ADDRESS_FROM;ADDRESS_TO",
      rows: Array(trades.prefix(2)) + deposits + trades.suffix(2), ids: [])
    let (text, other) = (file.text(file.rows), file.text(file.rows.reversed()))
    for (one, next) in [(text, text), (text, other), (other, text), (other, other)] {
      let first = try plan([one], into: held)
      #expect(first.additions.count == 4 && first.moves.count == 6)
      let again = try plan([next], into: held.with(first))
      #expect(again.additions.isEmpty && again.moves.isEmpty, "\(again.addedText)")
    }
  }
}
