public import Exact
import FoundationEssentials
public import Portfolio

/// Why a row is not a transaction, though nothing is wrong with it.
public indirect enum LeftOutReason: Equatable, Sendable {
  /// Coins or money came in from elsewhere.
  case deposit
  /// Coins or money went elsewhere.
  case withdrawal
  /// Coins moved between accounts of one owner, or into or out of a product such as staking.
  case transfer
  /// As ``transfer``, with the amount still in a product at the end of the file, whose gain or loss
  /// no row reports.
  case notBack(ExactDecimal, String)
  /// State money moved, with no coin on the other side.
  case fiatOnly(String)
  /// A share, fund or other thing that is not a coin; the text is the file's word for it.
  case notACoin(String)
  /// An order that was never carried out; the text is its state.
  case notCarriedOut(String)
  /// A deposit or withdrawal before it was booked, as the row on that line is.
  case announced(line: Int)
  /// Gains and losses of borrowed positions, which move no coin of their own.
  case derivative(String)
  /// The row is part of the trade that begins on that line.
  case partOfTrade(line: Int)
  /// Another export of the same account also has it; the text says which.
  case reportedElsewhere(String)
  /// The row came before in the same file, its id included.
  case repeated
  /// A kind of row that moves nothing bitpal keeps; the text is the file's word for it.
  case otherKind(String)
}

/// What is wrong with a row.
public indirect enum RefusalReason: Error, Sendable {
  /// A cell that must be filled is empty; the text is its column.
  case missingCell(String)
  /// A column of pairs has a coin alone, and nothing says what it was traded for.
  case coinAlone(column: String, String)
  /// The row is above the header line.
  case aboveHeader
  /// The row has more cells than the header has columns.
  case tooManyCells
  /// The row is longer than ``longestRow``.
  case tooLong
  /// On that line a closing quote is followed by more text in the same cell.
  case textAfterQuote(line: Int)
  /// The sign next to a figure is that of money other than the rest of the row, or the map, says.
  case otherMoney(column: String, String, String)
  /// A cell is not an exact decimal number.
  case notANumber(column: String, DecimalTextError)
  /// `1,234` may be a thousand or one and a bit.
  case ambiguousNumber(column: String, String)
  /// The pair starts with a currency, so a map has to say which side was traded.
  case unclearPair(String)
  /// Nothing in the file says whether `03/04/2024` is in March or in April.
  case ambiguousDate(column: String, String)
  /// A day, as text, before there were coins: the date is written otherwise than it was read.
  case beforeCoins(String)
  /// A cell is not a date of the forms this format uses.
  case notADate(column: String, String)
  /// The time is given in a zone bitpal has no rules for.
  case unknownZone(String)
  /// The file's word for the kind of row is not known.
  case unknownKind(String)
  /// The label is not known for coins that moved in this direction.
  case unknownLabel(String, isOut: Bool)
  /// A word that is neither that of a purchase nor that of a sale, in a form that has no others.
  case unknownSide(String)
  /// The file's word for the state of an order is not known.
  case unknownState(String)
  /// The text is not an id of a transaction.
  case notAnIdentity(String)
  /// Nothing in the file says in which money its figures are.
  case noCurrency
  /// The text does not name a coin.
  case unknownCoin(String)
  /// A word under a map that has no direction: the fields that give it either one, and the field
  /// that lets the sign of the amount decide.
  case noDirection(word: String, one: String, other: String, bySign: String)
  /// A word under a map for what came in, in a row whose amount is below zero; the text is what the
  /// map has to say for the sign to count.
  case againstSign(word: String, bySign: String, isOut: Bool = false)
  /// A word that the map reads as a purchase or a sale contradicts the row's columns of what was
  /// received and spent.
  case againstSides(_ word: String, received: String, spent: String)
  /// Rows that should make one trade together do not.
  case notATrade(String)
  /// Every row has both addresses, and one of them is the user's.
  case unclearOwner
  /// A row that should have both sides of a trade and has one: the file's word for it, and what
  /// moved.
  case oneSided(String, String)
  /// Another row of the same trade, on that line, cannot be read.
  case besideRefused(line: Int)
  /// A trade whose worth is known, but not how much of a coin it paid or brought: the file's words,
  /// and that coin.
  case worthAlone(String, String)
  /// A row that has no other side; the text is what moved.
  case halfATrade(String)
  /// A row below an order, with no order above it.
  case fillAlone
  /// Nothing says in which coin or currency the fee is.
  case feeWithoutUnit(ExactDecimal)
  /// Other fees of the file have the other sign, so that these or those were paid back.
  case feeOfOtherSign(ExactDecimal)
  /// The price of one, times the amount, is not the total.
  case contradiction(price: ExactDecimal, amount: ExactDecimal, total: ExactDecimal)
  /// A figure that follows from the row needs more than 38 digits, or cannot be computed.
  case inexact(column: String)
  /// The ledger's own rules refuse it.
  case breaksRule(PortfolioError)
}

extension RefusalReason {
  /// What is wrong with the row, and what to do.
  public var sentence: String {
    switch self {
    case .missingCell(let column): "\(column) is missing."
    case .coinAlone(let column, let coin):
      "\(column): \(coin) is not a pair, and the file does not say which currency the total is in; write "
        + "\(coin)/USD there, or add currency==USD to the map if every total is in US dollars."
    case .aboveHeader:
      "The row is above the header line: move that line to the top, or put "
        + "each table into a file of its own."
    case .tooManyCells: "The row has more cells than the header; is a quote missing around a comma?"
    case .tooLong: "The row is longer than a megabyte; is a line end missing?"
    case .textAfterQuote(let line): quoteSentence(line)
    case .otherMoney(let column, let text, let unit):
      "\(column): \(text) has another currency's sign than \(unit), which the file or the map names."
    case .notANumber(let column, let error): "\(column): \(error.words)"
    case .ambiguousNumber(let column, let text):
      "\(column): \(text) may mean thousands or a fraction; write it without the separator, "
        + "or add a digit to the fraction."
    case .unclearPair(let pair):
      "\(pair) starts with a currency; add pairs=quote/base to the map if the traded coin comes second, "
        + "otherwise pairs=base/quote."
    case .ambiguousDate(let column, let text):
      "\(column): \(text) may be day/month or \(other(text)), and no row of the file shows which; "
        + "write the dates as 2024-03-31, or add --map 'dates=day/month' or 'dates=\(other(text))'."
    case .notADate(let column, let text):
      "\(column): \(text) is not a date of this format.\(hint(onDate: text))"
    case .beforeCoins(let day):
      "\(day): there were no coins then, so the date was misread; write it "
        + "as 2024-03-31, or give the order, such as --map dates=day/month."
    case .unknownZone(let zone):
      "bitpal does not know the time zone \(zone); convert the times to UTC."
    case .unknownKind(let kind): "Unknown type \"\(kind)\" for this format."
    case .unknownLabel(let label, let isOut):
      "The label \"\(label)\" is not known for coins that \(isOut ? "left" : "came in")."
    case .unknownSide(let word):
      "\"\(word)\" is not known to mean a purchase or a sale in this format."
    case .unknownState(let state): "Unknown state \"\(state)\" for this format."
    case .noDirection(let word, let one, let other, let bySign):
      "\(word) does not say which way it went; add to the map \(one)=\(word), \(other)=\(word), "
        + "skip=\(word), or \(bySign)=\(word) if the sign of the amount shows it."
    case .againstSign(let word, let bySign, let isOut):
      "\(word) is read as coins that \(isOut ? "left" : "came in"), and the amount is "
        + "\(isOut ? "above" : "below") zero; where the sign tells which way they went, write "
        + "\(bySign) in the map."
    case .againstSides(let word, let received, let spent):
      "\(word), but the columns say that \(spent) was given and \(received) received; correct the "
        + "row, or write trade=\(word) in the map where the columns are right."
    case .notAnIdentity(let text): "\(text) is not a transaction id."
    case .noCurrency:
      "The file does not name its currency; add --map currency==USD if it is US dollars."
    case .unknownCoin(let name):
      "No coin is known as \(name)."
    case .unclearOwner:
      "Both addresses are in every row, and nothing says which is yours: put yours into the file's "
        + "name, such as tokens-0x….csv."
    case .notATrade(let rows): "These rows do not make one purchase or sale: \(rows)."
    case .oneSided(let word, let asset):
      "\(word): only \(asset) moved in this row; add what was paid or received for it."
    case .worthAlone(let words, let coin):
      "\(words): the file does not say how much \(coin) this was; import the report of fills, which "
        + "does, and skip this row."
    case .besideRefused(let line):
      "Line \(line) is part of this trade and cannot be read; correct it there."
    case .halfATrade(let asset):
      "The other side of this trade in \(asset) is not in the file: export all coins and the whole "
        + "time, or import the file that has it together with this one."
    case .fillAlone:
      "The order that this fill belongs to is not in the file: export the whole time, or import the "
        + "file that has both."
    case .feeWithoutUnit(let fee):
      "The fee of \(fee.description) names no coin or currency; add its column to the map as "
        + "fee-currency=COLUMN, or one for all rows as fee-currency==EUR. If it is in the coin "
        + "traded, write coin-fee= in place of fee=."
    case .feeOfOtherSign(let fee):
      "The fee of \(fee.description) has another sign than most of the file: one of the two is a "
        + "rebate. Add to the map fees=positive if those below zero are, fees=negative if those above "
        + "are, fees=both if all are charged."
    case .contradiction(let price, let amount, let total):
      "A price of \(price.description) times \(amount.description) is not "
        + "\(total.description); are two columns swapped?"
    case .inexact(let column): "\(column) cannot be computed within 38 digits."
    case .breaksRule(let error): error.sentence
    }
  }
}

package func quoteSentence(_ line: Int) -> String {
  "Line \(line) has text after a closing quote; write quotes inside a cell twice."
}

extension LeftOutReason {
  /// Why the row is left out.
  public var sentence: String {
    switch self {
    case .deposit: "A deposit that lacks its coin, its amount or its time."
    case .withdrawal: "A withdrawal that lacks its coin, its amount or its time."
    case .transfer: "A transfer between your own accounts."
    case .notBack(let amount, let coin):
      "A transfer between your own accounts; \(amount.description) \(coin) of it is not back at "
        + "the end of the file and still counts as yours: if it was lost, record that."
    case .fiatOnly(let currency): "Only \(currency) moved, no coin."
    case .notACoin(let name): "Not a coin: \(name)."
    case .notCarriedOut(let state): "The order was not carried out: \(state)."
    case .announced(let line): "Announced here; line \(line) carries it out."
    case .derivative(let kind): "Borrowed or derivative position: \(kind)."
    case .partOfTrade(let line): "Part of the trade that begins on line \(line)."
    case .reportedElsewhere(let place): "The same as \(place): both exports have it."
    case .repeated: "A repeat of an earlier row with the same id."
    case .otherKind(let kind): "Nothing to record: \(kind)."
    }
  }
}

extension RowSource {
  /// Such as `line 12` or `kraken.csv, line 12`.
  public var location: String { file.isEmpty ? "line \(line)" : "\(file), line \(line)" }
}

/// The other order a date may have: year first, if the year has two digits.
private func other(_ text: String) -> String {
  let isMonth = !DateOrder.hasShortYear(text) || DateOrder.possible(text).contains(.monthFirst)
  return isMonth ? "month/day" : "year/month"
}

extension DecimalTextError {
  /// What is wrong with a number.
  fileprivate var words: String {
    switch self {
    case .empty: "a number is missing."
    case .notANumber(let text): "\(text) is not a number."
    case .comma(let text): "\(text) has a comma; use 1234.5."
    case .tooManyDigits(let text): "\(text) has more than 38 digits, which bitpal keeps exactly."
    case .outOfRange(let text): "\(text) is too large or too small to be kept exactly."
    }
  }
}

/// How to fix a date that cannot be read: an ambiguous zone after it, or a spreadsheet's
/// conversion.
package func hint(onDate text: String) -> String {
  if let letters = ambiguousZone(after: text) {
    return " \(letters) may be several zones: under a map of your own, add zone=Europe/Berlin."
  }
  if text.uppercased().contains("E+"), text.allSatisfy({ $0.isNumber || ".,eE+".contains($0) }) {
    return " A spreadsheet cut its digits off: export the file again."
  }
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let isDay = parts.count < 3 && parts[0].count == 5 && parts.joined().allSatisfy(\.isNumber)
  let cure = " It is a spreadsheet's serial number of a date: format the column as dates there."
  return isDay ? cure : ""
}
