import Exact
import Export
import FoundationEssentials
public import ImportText
import Portfolio

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
    case .besideRefused(let line):
      "Line \(line) is part of this trade and cannot be read; correct it there."
    case .halfATrade(let asset):
      "The other side of this trade in \(asset) is not in the file: export all coins and the whole "
        + "time, or import the file that has it together with this one."
    case .fillAlone:
      "The order that this fill belongs to is not in the file: export the whole time, or import the "
        + "file that has both."
    case .feeWithoutUnit(let fee):
      "Nothing says in which coin or currency the fee of \(fee.canonicalText) is; add to the map "
        + "its column as fee-currency=COLUMN, or one for all rows as fee-currency==EUR; where it is "
        + "in the coin traded, write coin-fee= in place of fee=."
    case .feeOfOtherSign(let fee):
      "The fee of \(fee.canonicalText) has another sign than most of the file: one of the two is a "
        + "rebate. Add to the map fees=positive if those below zero are, fees=negative if those above "
        + "are, fees=both if all are charged."
    case .contradiction(let price, let amount, let total):
      "A price of \(price.canonicalText) times \(amount.canonicalText) is not "
        + "\(total.canonicalText); are two of these figures in each other's column?"
    case .inexact(let column): "\(column) cannot be computed within 38 digits."
    case .breaksRule(let error): error.sentence
    }
  }
}

private func quoteSentence(_ line: Int) -> String {
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
      "A transfer between your own accounts; \(amount.canonicalText) \(coin) of it is not back at "
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

extension ImportError {
  /// What is wrong with the file, and what to do.
  public var sentence: String {
    switch self {
    case .unreadable(.empty): "The file is empty."
    case .unreadable(.notText(let line)):
      "Line \(line) is not text; save the file as CSV in UTF-8."
    case .unreadable(.unbalancedQuote(let line)): "A quote opens on line \(line) and never closes."
    case .unreadable(.textAfterQuote(let line)): quoteSentence(line)
    case .unknownFormat(let line): "The file has no header that bitpal knows; it begins: \(line)"
    case .missingColumns(let columns):
      "No line of the file has all of these columns: \(columns.joined(separator: ", ")). Name them "
        + "as the header does."
    case .headerGluedToRow(let line, let cell):
      "Line \(line) names the columns and goes on with a row (\"\(cell)\"): the line break between "
        + "them is missing. Add it, so that no row is lost."
    case .lacksTimes(let column, let format):
      "The file has no column \(column), which every row of \(format.rawValue) needs. "
        + "Without --format you can name the columns yourself."
    case .otherFormat(let formats):
      "The file is not of the format asked for: "
        + formats.map(\.rawValue).joined(separator: ", ") + ". Try --format auto."
    case .badJSON(let error):
      "Line \(error.line) is not the JSON that bitpal writes: \(error.reason.words)."
    case .unknownVersion(let version):
      "The export has version \(version); this bitpal reads "
        + "\(portfolioJSONVersions.joined(separator: " and "))."
    }
  }
}

extension JSONError.Reason {
  /// What is wrong with a JSON text.
  fileprivate var words: String {
    switch self {
    case .tooLarge: "the text is too long"
    case .tooDeep: "it is nested too deeply"
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte: "a character is not expected there"
    case .invalidNumber: "a number is not valid JSON"
    case .invalidString: "a string is not valid JSON"
    case .duplicateKey(let key): "the key \(key) appears twice"
    case .trailingContent: "something follows the end"
    }
  }
}

/// What else than day and month may stand first in a date: the year, if that has two digits.
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
