import FoundationEssentials
public import Portfolio

/// The ledger as bitpal's CSV: `coin_id,type,amount,price,date,notes`.
///
/// Importing it into an empty ledger and exporting again gives the same bytes.
///
/// - Parameter transactions: Every transaction, in ledger order.
/// - Returns: UTF-8 text with a line feed after each record; a date at midnight UTC is written as
///   its day, which reads back as the same instant.
public func bitpalCSV(_ transactions: [Transaction]) -> String {
  var text = csvLine(["coin_id", "type", "amount", "price", "date", "notes"])
  for transaction in transactions {
    text += csvLine([
      transaction.coinId, transaction.type.rawValue, transaction.amount.canonicalText,
      transaction.pricePerCoin.canonicalText, dateText(transaction.date), transaction.notes ?? "",
    ])
  }
  return text
}

private func dateText(_ date: Date) -> String {
  date.millisecondsSince1970.isMultiple(of: 86_400_000) ? date.utcDayText : date.utcText
}
