import Portfolio
import Testing

@testable import Interchange

/// The coins of rows that cannot be read, wherever a file names them.
struct IncompleteCoinsTests {
  @Test(arguments: [
    // In a second column of coins, and as one side of a pair.
    "取引日時,通貨,取引種別,取引価格,通貨1,通貨1数量,手数料,通貨1の対円レート,通貨2,通貨2数量,自己・媒介,注文 ID,備考\n"
      + "2024/03/06 12:00:00,BTC/JPY,謎,1,BTC,0.05,0,1,JPY,1,媒介,J0,\n",
    // In the heading of the amount.
    "Date time,Purpose,Amount (BTC),* Exchange rate,Amount (USD)\n"
      + "2024-03-09 10:00:00 GMT,Mystery,-0.0005,68000,-34\n",
    "Bestätigt,Datum,Typ,Bezeichnung,Adresse,Betrag (mBTC),ID\n"
      + "true,2024-03-03T10:00:00,Rätsel,,bc1qc,-0.5,cc\n",
    // Dated before there were coins.
    "#,DATE,CURRENCY,STATUS,AMOUNT,FEES,DESCRIPTION,TRANSACTION ID,NOTE\n"
      + "1,2005-03-05 10:00:00,BTC,COMPLETED,0.1,0,bc1,aa,\n",
    // The format has no other.
    "date,type,amount_msat,fee_credit_msat,mining_fee_sat,service_fee_msat\n"
      + "2024-03-03T10:00:00Z,mystery,-500000,0,0,0\n",
    // Half a trade.
    "date and time,transaction type,coin type,coin amount,usd value,confirmed\n"
      + "\"May 2, 2022 10:00 AM\",Swap out,BTC,-0.1,4000,Yes\n",
  ])
  func `the coin of a refused row is named`(text: String) throws {
    let plan = try plan([text], policy())
    #expect(plan.refused.count == 1)
    #expect(plan.incompleteCoins == ["bitcoin"])
  }
}
