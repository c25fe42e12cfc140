import Exact
import FoundationEssentials
import Portfolio

extension ImportNotice {
  /// What the user should know.
  public var sentence: String {
    switch self {
    case .symbolRead(let symbol, let coinId): "\(symbol) was read as \(coinId)."
    case .unlistedCoin(let coinId):
      "\(coinId) is not in the coin catalog, so it may stay without a price."
    case .movesOfMoney(let code, let rows):
      "\(rows == 1 ? "1 deposit or withdrawal" : "\(rows) deposits and withdrawals") of \(code) "
        + "left out as a national currency; if it was the coin, add --coin \(code)=ID."
    case .newestFirst: "The file has the newest row first; it is read oldest first."
    case .constantRate(let file):
      "The dollar column\(file.isEmpty ? "" : " of \(file)") is one constant times another column "
        + "while rates changed, so it was converted at one rate; it is not used."
    case .dollarsOffRate(let file):
      "Dollars\(file.isEmpty ? "" : " of \(file)") are more than 5 % from the day's rate of the other "
        + "money in their rows; they are not used."
    case .balanceDiffers(let asset, let source, let stated, let counted):
      "\(source.place): the file has a balance of \(stated.canonicalText) \(asset); its rows add "
        + "up to \(counted.canonicalText)."
    case .missingCoinsGiven(let coinId, let amount):
      "Counted as gifts, because no row brings them in: \(amount.canonicalText) \(coinId)."
    case .missingCoinsBrought(let coinId, let amount):
      "No longer gifts, because rows bring them in now: \(amount.canonicalText) \(coinId)."
    case .transfersOpened(let count):
      "\(count == 1 ? "1 transfer" : "\(count) transfers") of the ledger "
        + "\(count == 1 ? "is" : "are") open again: more than one move may be the other half."
    case .depositsBack(let count):
      "\(count == 1 ? "1 gift" : "\(count) gifts") of the ledger "
        + "\(count == 1 ? "is a deposit" : "are deposits") again: the files say more about it."
    case .partsReplaced(let count):
      "\(count == 1 ? "1 transaction" : "\(count) transactions") of the ledger came from an export "
        + "that ended in the middle of a trade; the whole trade replaces \(count == 1 ? "it" : "them")."
    case .readOtherwise(let trades):
      "\(trades == 1 ? "1 trade is" : "\(trades) trades are") in the ledger with a stablecoin counted "
        + "otherwise, as a coin or as dollars, and \(trades == 1 ? "stays" : "stay") so. To change that, "
        + "undo the import that brought \(trades == 1 ? "it" : "them") (see bitpal log) and import the "
        + "file again."
    case .lessCompleteReplaced(let count):
      "\(count == 1 ? "1 transaction or move" : "\(count) transactions and moves") of the ledger "
        + "replaced by rows that also have \(count == 1 ? "its" : "their") fee or hash."
    case .equalRows(let rows): rows.sentence
    case .depositsGiven(let count):
      "\(count == 1 ? "1 open deposit" : "\(count) open deposits") that the ledger has "
        + "\(count == 1 ? "becomes a gift" : "become gifts")."
    case .neededDepositsGiven(let count):
      "\(count == 1 ? "1 open deposit becomes a gift" : "\(count) open deposits become gifts"), because "
        + "sales need the coins."
    case .heldBefore(let coinId, let amount, let made):
      "The file's first balance says that \(amount.canonicalText) \(coinId) were there before its "
        + "rows, of which sales need \(made.canonicalText). Import the rows before, or record the "
        + "other \((amount - made).canonicalText) with bitpal buy."
    case .waitingFeesSold(let count):
      "\(count == 1 ? "1 fee of a trade" : "\(count) fees of trades") that the ledger has "
        + "\(count == 1 ? "is a sale" : "are sales") now, because the coins come in."
    case .halfByHandUnsure(let half, let rows, let others):
      "The \(half.amount < 0 ? "withdrawal" : "deposit") of \(abs(half.amount).canonicalText) "
        + "\(half.coinId) at \(half.account) on \(half.date.utcDayText), which your answer made, may "
        + "be \(rows == 1 ? "1 row" : "one of \(rows) rows") that \(rows == 1 ? "comes" : "come") in "
        + "now\(others == 0 ? "" : "; so may \(others) more"). bitpal moves list --all shows them, "
        + "and bitpal moves pair puts a row in its place."
    case .valuesDiffer(let row):
      "\(row.source.place): \(row.coinId) for \(row.own.rounded(toPlaces: 2).canonicalText) US dollars, "
        + "and for \(row.kept.rounded(toPlaces: 2).canonicalText) in "
        + "\(row.isOfLedger ? "the ledger" : "the other export"). "
        + "\(row.rows == 1 ? "1 row differs" : "\(row.rows) rows differ") by more than 1 %; "
        + (row.isOfLedger ? "what the ledger has stays." : "the better evidence counts.")
    case .digitsCut(let rows, let file):
      "\(rows == 1 ? "1 row" : "\(rows) rows")\(file.isEmpty ? "" : " of \(file)") may be in another "
        + "file of the same form, too: times and coins are the same, amounts within 1 %. If a program "
        + "saved the file again and cut off digits, import the original alone."
    case .farFromPrice(let source, let coinId, let stated, let price, let rows):
      "\(source.place): \(stated.canonicalText) US dollars for one \(coinId), whose price that day "
        + "was \(price.canonicalText). \(rows == 1 ? "This row is" : "\(rows) rows are") more than "
        + "half off; is it the right coin, and the right column?"
    case .windowsText(let file):
      "\(file.isEmpty ? "The file" : file) is not UTF-8; it was read as Windows-1252, as older "
        + "spreadsheets save it."
    case .localTimes(let file):
      "The times\(file.isEmpty ? "" : " of \(file)") are local and name no zone; they are taken as "
        + "UTC. Add --map with your zone, such as --map zone=Europe/Paris, or set it once: "
        + "bitpal config set import.zone Europe/Paris."
    case .localTimesIn(let zone, let file):
      "The times\(file.isEmpty ? "" : " of \(file)") are local and name no zone; they are taken as "
        + "\(zone), as import.zone says."
    case .zoneNotUsed(let zone, let file):
      "The times\(file.isEmpty ? "" : " of \(file)") have a zone of their own, which the file or its "
        + "format names; zone=\(zone) is not used."
    case .figuresIn(let currency, let file):
      "The figures\(file.isEmpty ? "" : " of \(file)") are taken as \(currency), as --map says; the "
        + "file names no currency."
    case .stablecoinOffParity(let ticker, let day, let price):
      "\(ticker) was worth \(price.canonicalText) US dollars on \(day.text); that was used."
    }
  }
}
