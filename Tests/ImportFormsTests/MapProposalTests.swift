import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Maps proposed for files of unknown formats, from their headings and first rows.
struct MapProposalTests {
  /// Headings in several languages, as exchanges write them, and the result of the first row.
  static let languages: [(name: String, file: String, line: String)] = [
    (
      "English",
      "Executed At,Market,Side,Qty,Avg Price,Total,Fee,Fee Coin,Order Status\n"
        + "2024-03-01 10:00:00,BTC/USD,BUY,0.5,40000,20000,10,USD,Filled\n",
      "2024-03-01T10:00:00Z +0.5 BTC -20000 USD, fee 10 USD"
    ),
    (
      "English, no pair",
      "Time,Type,Coin,Amount,Price (EUR),Subtotal,Fees,Total with fees\n"
        + "2024-03-01T10:00:00Z,Sell,ETH,2,3000,6000,6,5994\n",
      "2024-03-01T10:00:00Z +6000 EUR -2 ETH, fee 6 EUR"
    ),
    (
      "German",
      "Datum;Uhrzeit;Art;Kryptowährung;Menge;Kurs;Betrag;Währung;Gebühr\n"
        + "31.03.2024;10:15:00;Kauf;BTC;0,25;60.000,00;15.000,00;EUR;7,50\n",
      "2024-03-31T10:15:00Z +0.25 BTC -15000 EUR, fee 7.5 EUR"
    ),
    (
      "French",
      "Date et heure;Opération;Actif;Quantité;Prix unitaire;Montant total;Devise;Frais\n"
        + "2024-03-01 10:00:00;Vente;ETH;1,5;3 000,00;4 500,00;EUR;4,50\n",
      "2024-03-01T10:00:00Z +4500 EUR -1.5 ETH, fee 4.5 EUR"
    ),
    (
      "Spanish",
      "Fecha,Tipo de operación,Criptomoneda,Cantidad,Precio,Importe,Divisa,Comisión\n"
        + "2024-03-01 10:00:00,Compra,BTC,0.1,50000,5000,EUR,5\n",
      "2024-03-01T10:00:00Z +0.1 BTC -5000 EUR, fee 5 EUR"
    ),
    (
      "Portuguese",
      "Data;Operação;Mercado;Quantidade;Preço;Valor;Taxa;Moeda da taxa\n"
        + "2024-03-01 10:00:00;Venda;BTC/BRL;0,1;300000;30000;30;BRL\n",
      "2024-03-01T10:00:00Z +30000 BRL -0.1 BTC, fee 30 BRL"
    ),
    (
      "Italian",
      "Data e ora,Tipo,Coppia,Quantità,Prezzo,Totale,Commissione\n"
        + "2024-03-01 10:00:00,Acquisto,ETH-EUR,2,3000,6000,6\n",
      "2024-03-01T10:00:00Z +2 ETH -6000 EUR, fee 6 EUR"
    ),
    (
      "Dutch",
      "Datum,Tijd,Soort,Munt,Hoeveelheid,Koers,Bedrag,Valuta,Transactiekosten\n"
        + "2024-03-01,10:00:00,Koop,ADA,100,0.5,50,EUR,0.1\n",
      "2024-03-01T10:00:00Z +100 ADA -50 EUR, fee 0.1 EUR"
    ),
    (
      "Japanese",
      "約定日時,通貨ペア,売買,約定数量,約定価格,約定金額,手数料\n"
        + "2024/03/01 10:00:00,BTC/JPY,買い,0.01,9000000,90000,90\n",
      "2024-03-01T01:00:00Z +0.01 BTC -90000 JPY, fee 90 JPY"
    ),
    (
      "German, as Binance writes it",
      "Datum,Paar,Seite,Preis,Ausgeführt,Betrag,Gebühr\n"
        + "2024-04-11 09:00:00,BTCUSDT,VERKAUF,67000,0.02,1340,1.34\n",
      "2024-04-11T09:00:00Z +1340 USDT -0.02 BTC, fee 1.34 USDT"
    ),
    (
      "German, with signs of money",
      "Datum;Aktion;Coin;Menge;Kurs in €;Betrag in €;Gebühr in €\n"
        + "25.03.2024 10:00;Kauf;BTC;0,1;60.000,00;6.000,00;12,00\n",
      "2024-03-25T10:00:00Z +0.1 BTC -6000 EUR, fee 12 EUR"
    ),
    (
      "French, as Binance writes it",
      "Date,Paire,Côté,Prix,Exécuté,Montant,Frais\n"
        + "2024-04-11 09:00:00,BTCUSDT,VENTE,67000,0.02,1340,1.34\n",
      "2024-04-11T09:00:00Z +1340 USDT -0.02 BTC, fee 1.34 USDT"
    ),
    (
      "Portuguese, in reais",
      "Data;Operação;Cripto;Quantidade;Preço (R$);Valor total (R$);Taxa (R$)\n"
        + "25.03.2024 10:00;Compra;BTC;0,1;60.000,00;6.000,00;12,00\n",
      "2024-03-25T10:00:00Z +0.1 BTC -6000 BRL, fee 12 BRL"
    ),
    (
      "Polish",
      "Data;Typ;Kryptowaluta;Ilość;Kurs (PLN);Wartość (PLN);Prowizja (PLN)\n"
        + "26.03.2024 11:00;Sprzedaż;BTC;0,05;62.000,00;3.100,00;6,20\n",
      "2024-03-26T11:00:00Z +3100 PLN -0.05 BTC, fee 6.2 PLN"
    ),
    (
      "Turkish",
      "Tarih,İşlem Çifti,Taraf,Fiyat,Miktar,Toplam,Komisyon\n"
        + "2024-04-11 09:00:00,BTCUSDT,Satış,67000,0.01,670,0.67\n",
      "2024-04-11T09:00:00Z +670 USDT -0.01 BTC, fee 0.67 USDT"
    ),
    (
      "Russian",
      "Дата,Пара,Сторона,Цена,Исполнено,Сумма,Комиссия\n"
        + "2024-06-02 15:00:00,ETHUSDT,Продажа,3800,1,3800,3.8\n",
      "2024-06-02T15:00:00Z +3800 USDT -1 ETH, fee 3.8 USDT"
    ),
    (
      "Korean",
      "날짜,거래쌍,유형,가격,수량,총액,수수료,수수료 통화\n"
        + "2024-05-02 14:00:00,ETHUSDT,매도,3500,2,7000,0.002,ETH\n",
      "2024-05-02T14:00:00Z +7000 USDT -2 ETH, fee 0.002 ETH"
    ),
    (
      "Chinese",
      "编号,交易对,方向,角色,成交价,成交量,总额,手续费,手续费币种,日期\n"
        + "1002,ETH_USDT,卖出,maker,3000,2.0,6000,6,USDT,2025-02-20 14:00:00\n",
      "2025-02-20T14:00:00Z +6000 USDT -2 ETH, fee 6 USDT, [custom 1002]"
    ),
    (
      "Chinese, with both coins beside the pair",
      "时间,交易对,基准货币,计价货币,类型,价格,数量,成交额,手续费,手续费结算币种\n"
        + "2026-02-10 09:30:00,BTC/USDT,BTC,USDT,卖出,45000,0.1,4500,0.0001,BTC\n",
      "2026-02-10T09:30:00Z +4500 USDT -0.1 BTC, fee 0.0001 BTC"
    ),
    (
      "both sides",
      "Date,Bought Amount,Bought Currency,Sold Amount,Sold Currency,Fee,Fee Currency\n"
        + "2024-03-01 10:00:00,0.5,BTC,8,ETH,0.01,ETH\n",
      "2024-03-01T10:00:00Z +0.5 BTC -8 ETH, fee 0.01 ETH"
    ),
    (
      "a symbol that is a pair",
      "Time,Symbol,Side,Price,Quantity,Commission,Commission Asset\n"
        + "2024-03-01 10:00:00,SOLUSDT,SELL,100,3,0.3,USDT\n",
      "2024-03-01T10:00:00Z +300 USDT -3 SOL, fee 0.3 USDT"
    ),
    (
      "a base and a quote, each with its amount",
      "Date,TxnType,Base Asset,Base Asset Amt,Quote Asset,Quote Asset Amt,Price\n"
        + "2024-03-01 10:00:00,SELL,BTC,0.5,USD,20000,40000\n",
      "2024-03-01T10:00:00Z +20000 USD -0.5 BTC"
    ),
    (
      "an amount and what it is counted against",
      "date,action,amount,currency,base_amount,base_currency,fee_amount,fee_currency\n"
        + "2017-12-01,buy,100,XRB,0.002,BTC,0.1,XRB\n",
      "2017-12-01T00:00:00Z +100 XRB -0.002 BTC, fee 0.1 XRB"
    ),
    (
      "a day and a money that only their cells show",
      "Recorded,Activity Type,Ticker,Quantity,Unit Price,In\n"
        + "2024-03-01 10:00:00,Buy,BTC,0.5,40000,EUR\n",
      "2024-03-01T10:00:00Z +0.5 BTC -20000 EUR"
    ),
    (
      "one thing given for another, whatever it is called",
      "transactionType,date,outSellAmount,outSellAsset,inBuyAmount,inBuyAsset,feeAmount,feeAsset\n"
        + "deposit,2022-12-28T10:08:24Z,150,EUR,0.0095,BTC,1.5,EUR\n",
      "2022-12-28T10:08:24Z +0.0095 BTC -150 EUR, fee 1.5 EUR"
    ),
    (
      "deposits alone, for which nothing was paid",
      "Type,Time,Ticker,Amount\nDeposit,2024-03-01 10:00:00,BTC,0.5\n",
      "2024-03-01T10:00:00Z move 0.5 BTC"
    ),
    (
      "units in the headings",
      "Date,Action,BTC Amount,Price (USD),Amount USD,Fee USD\n"
        + "2024-03-01,Buy,0.5,40000,20010,10\n",
      "2024-03-01T00:00:00Z +0.5 BTC -20000 USD, fee 10 USD"
    ),
  ]

  @Test(arguments: languages)
  func `headings of many languages propose a map that reads the row right`(
    name: String, file: String, line: String
  ) throws {
    let map = try #require(mapProposal(for: Array(file.utf8))?.map, "\(name)")
    #expect(try Self.results(file, map).map(\.line) == [line], "\(map.text)")
  }

  @Test func `an order that was not carried out is left out by its state`() throws {
    let file = "Date,Pair,Side,Amount,Total,Status\n2024-03-01,BTC/USD,buy,1,10,Canceled\n"
    let map = try #require(mapProposal(for: Array(file.utf8))?.map)
    #expect(try Self.results(file, map).map(\.line) == ["2: notCarriedOut(\"Canceled\")"])
  }

  @Test func `a header that lacks something proposes nothing`() {
    #expect(mapProposal(for: Array("Date,Coin,Price\n2024-03-01,BTC,5\n".utf8))?.map == nil)
    #expect(mapProposal(for: Array("a,b\n1,2\n".utf8))?.map == nil)
    let coinTwice = "Date,Type,Coin,Currency,Amount,Total\n2024-03-01,buy,BTC,BTC,1,5\n"
    #expect(mapProposal(for: Array(coinTwice.utf8))?.map == nil)
  }

  @Test func `a file that names no money proposes the rest`() throws {
    let file = "Date,Type,Asset,Amount,Price\n2024-03-01,Buy,BTC,0.5,42000\n"
    let proposal = try #require(mapProposal(for: Array(file.utf8)))
    #expect(proposal.map == nil)
    #expect(proposal.missing == ["currency"])
    let whole = try proposal.partial.corrected(by: "currency==EUR")
    #expect(
      try Self.results(file, whole).map(\.line) == ["2024-03-01T00:00:00Z +0.5 BTC -21000 EUR"])
  }

  @Test func `dates with AM and PM are proposed as American where no row shows their order`() throws
  {
    let file = """
      Type,Time,Ticker,Amount,Value
      Deposit,"3/10/2026, 9:57:14 PM",LTC,2,150
      Withdraw,"2/5/2026, 4:21:31 AM",LTC,1,70
      """
    let map = try #require(mapProposal(for: Array(file.utf8))?.map)
    #expect(map.text.contains("dates==month/day"))
    let lines = try Self.results(file, map).map(\.line)
    #expect(lines == ["2026-02-05T04:21:31Z move -1 LTC", "2026-03-10T21:57:14Z move 2 LTC"])
    let shown = file + "\nDeposit,\"25/3/2026, 9:57:14 PM\",LTC,2,150\n"
    let other = try #require(mapProposal(for: Array(shown.utf8))?.map)
    #expect(!other.text.contains("dates="))
    let order = try Self.results(shown, other).map(\.line)
    #expect(order.contains("2026-10-03T21:57:14Z move 2 LTC"))
  }

  @Test func `figures that contradict the names propose nothing`() {
    let file = "Date,Pair,Side,Amount,Price,Total\n2024-03-01,BTC/USD,buy,1,10,700\n"
    #expect(mapProposal(for: Array(file.utf8))?.map == nil)
  }

  static func results(_ text: String, _ map: ColumnMap) throws -> [RowResult] {
    try readImport(Array(text.utf8), map: map).results
  }
}
