public import Exact
import FoundationEssentials
public import Portfolio

/// Why a valid row is not a transaction.
public indirect enum LeftOutReason: Equatable, Sendable {
  /// Coins or fiat received from elsewhere.
  case deposit
  /// Coins or fiat sent elsewhere.
  case withdrawal
  /// Coins moved between accounts of one owner, or into or out of a product such as staking.
  case transfer
  /// As ``transfer``, with the amount still in a product at the end of the file; no row reports its
  /// gain or loss.
  case notBack(ExactDecimal, String)
  /// Fiat moved, with no coin on the other side.
  case fiatOnly(String)
  /// A share, fund or other asset that is not a coin; the text is the file's word for it.
  case notACoin(String)
  /// An order that was never executed; the text is its state.
  case notCarriedOut(String)
  /// A deposit or withdrawal that is not booked yet; the row on that line is the booked one.
  case announced(line: Int)
  /// Gains and losses of borrowed positions, which move no coins themselves.
  case derivative(String)
  /// The row is part of the trade that begins on that line.
  case partOfTrade(line: Int)
  /// Another export of the same account also has it; the text names that export.
  case reportedElsewhere(String)
  /// An earlier row of the same file is identical, including its id.
  case repeated
  /// A row that does not affect anything bitpal tracks; the text is the file's word for its kind.
  case otherKind(String)
}

/// What is wrong with a row.
public indirect enum RefusalReason: Error, Sendable {
  /// A required cell is empty; the text is its column.
  case missingCell(String)
  /// A cell in a column of pairs is a single coin, and nothing shows what it was traded for.
  case coinAlone(column: String, String)
  /// The row is above the header line.
  case aboveHeader
  /// The row has more cells than the header has columns.
  case tooManyCells
  /// The row is longer than ``longestRow``.
  case tooLong
  /// The file ends within the row, which has fewer cells than all others.
  case cutOff
  /// On that line a closing quote is followed by more text in the same cell.
  case textAfterQuote(line: Int)
  /// The currency sign next to a figure contradicts the rest of the row or the map.
  case otherMoney(column: String, String, String)
  /// A cell is not an exact decimal number.
  case notANumber(column: String, DecimalTextError)
  /// `1,234` may be a thousand or one and a fraction.
  case ambiguousNumber(column: String, String)
  /// The pair starts with a currency, so a map has to say which side was traded.
  case unclearPair(String)
  /// Nothing in the file shows whether `03/04/2024` is in March or in April.
  case ambiguousDate(column: String, String)
  /// A day before 2009, as text: the date was probably read in the wrong format.
  case beforeCoins(String)
  /// A cell is not a date in any of this format's forms.
  case notADate(column: String, String)
  /// The time is in a zone without rules in bitpal.
  case unknownZone(String)
  /// The file's word for the kind of row is not known.
  case unknownKind(String)
  /// The label is not known for coins that moved in this direction.
  case unknownLabel(String, isOut: Bool)
  /// A word that means neither a purchase nor a sale, in a form with only these two.
  case unknownSide(String)
  /// The file's word for the state of an order is not known.
  case unknownState(String)
  /// The text is not a transaction id.
  case notAnIdentity(String)
  /// Nothing in the file names the currency of its figures.
  case noCurrency
  /// The text does not name a coin.
  case unknownCoin(String)
  /// A mapped word without a direction, with the two fields that set one and the field that uses
  /// the sign of the amount.
  case noDirection(word: String, one: String, other: String, bySign: String)
  /// A word mapped as incoming, in a row with a negative amount; `bySign` is the mapping that would
  /// use the sign.
  case againstSign(word: String, bySign: String, isOut: Bool = false)
  /// A word mapped as a purchase or sale contradicts the row's received and spent columns.
  case againstSides(_ word: String, received: String, spent: String)
  /// Rows that should make up one trade do not.
  case notATrade(String)
  /// Every row has both addresses; the user's own is unclear.
  case unclearOwner
  /// A trade row with only one side: the file's word for it, and what moved.
  case oneSided(String, String)
  /// Another row of the same trade, on that line, cannot be read.
  case besideRefused(line: Int)
  /// A trade with a known value but an unknown amount of a coin: the file's words, and that coin.
  case worthAlone(String, String)
  /// A row without its other side; the text is what moved.
  case halfATrade(String)
  /// A fill row without an order above it.
  case fillAlone
  /// The asset of the fee is unknown.
  case feeWithoutUnit(ExactDecimal)
  /// Other fees in the file have the opposite sign, so one group must be rebates.
  case feeOfOtherSign(ExactDecimal)
  /// Price times amount is not the total.
  case contradiction(price: ExactDecimal, amount: ExactDecimal, total: ExactDecimal)
  /// A derived figure needs more than 38 digits, or cannot be computed.
  case inexact(column: String)
  /// The ledger rejects the transaction.
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
    case .cutOff: "The file ends in the middle of this row; import the whole file."
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
    case .breaksRule(let error): "\(error.sentence)."
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
    case .reportedElsewhere(let export): "The same as \(export): both exports have it."
    case .repeated: "A repeat of an earlier row with the same id."
    case .otherKind(let kind): "Nothing to record: \(kind)."
    }
  }
}

extension RowSource {
  /// The location, such as `line 12` or `kraken.csv, line 12`.
  public var location: String { file.isEmpty ? "line \(line)" : "\(file), line \(line)" }
}

/// The alternative order of a date: year first, if the year has two digits.
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

/// How to fix an unreadable date: it may have an ambiguous zone, or a spreadsheet converted it.
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
