import CellGrid
import FoundationEssentials
import Interchange
import Portfolio

extension ImportPlan {
  private static let shownRows = 20

  /// Says, beside the result, what the file holds and what becomes of it.
  func describe() {
    Console.complain("Read as \(format.rawValue).")
    for notice in notices { Console.complain(notice.sentence) }
    if alreadyThere > 0 {
      Console.complain("\(countOf(alreadyThere, "row")) already in the ledger.")
    }
    list(leftOut.map { ($0.source, $0.reason.words) }, title: "left out")
    list(refused.map { ($0.source, $0.reason.words) }, title: "refused", shown: Int.max)
  }

  private func list(
    _ rows: [(source: RowSource, words: String)], title: String, shown: Int = shownRows
  ) {
    guard !rows.isEmpty else { return }
    Console.complain("\(countOf(rows.count, "row")) \(title):")
    for row in rows.prefix(shown) {
      let text = clipped(cleaned(row.source.text), to: 60)
      Console.complain("  line \(row.source.line): \(row.words): \(text)")
    }
    if rows.count > shown { Console.complain("  and \(rows.count - shown) more") }
  }
}

extension ImportNotice {
  fileprivate var sentence: String {
    switch self {
    case .symbolRead(let symbol, let coinId): "\(symbol) is read as \(coinId)."
    case .unlistedCoin(let id): "\(id) is not in the catalogue; it is taken as it is."
    case .newestFirst: "The file has the newest first; its rows are turned round."
    }
  }
}

extension LeftOutReason {
  fileprivate var words: String {
    switch self {
    case .deposit: "a deposit"
    case .withdrawal: "a withdrawal"
    case .transfer: "a transfer"
    case .fiatOnly(let currency): "only \(currency) moved"
    case .notACoin(let name): "\(name) is no coin"
    case .notCarriedOut(let state): "never carried out (\(state))"
    case .derivative(let kind): "a derivative (\(kind))"
    case .partOfTrade(let line): "part of the trade of line \(line)"
    case .feeWithoutValue(let amount, let currency):
      "its fee of \(amount.canonicalText) \(currency) has no dollar value"
    case .otherKind(let kind): "'\(kind)' moves nothing that is kept"
    }
  }
}

extension RefusalReason {
  fileprivate var words: String {
    switch self {
    case .missingCell(let column): "\(column) is empty"
    case .tooManyCells: "more cells than columns"
    case .notANumber(let column, let error): error.sentence(about: column)
    case .ambiguousNumber(let column, let text):
      "the \(column) '\(text)' could be read in two ways: write 1234.5"
    case .notADate(let column, let text): "the \(column) '\(text)' is no date bitpal can read"
    case .unknownZone(let zone): "the time zone '\(zone)' is not known"
    case .unknownKind(let kind): "'\(kind)' is no kind of transaction"
    case .unknownCoin(let name): PortfolioError.coinNotFound(name).sentence
    case .noDollarValue(let currency):
      "paid in \(currency), and the file gives no value in US dollars"
    case .notAnIdentity(let text): "'\(text)' is no transaction id"
    case .sameIdentity(let id): "another transaction already has the id \(id)"
    case .notATrade(let why): "the rows make no trade: \(why)"
    case .inexact(let column): "\(column) cannot be kept exactly in 38 digits"
    case .breaksRule(let error): error.sentence
    }
  }
}

extension ImportError {
  /// What is wrong with a whole file, and what to do.
  func sentence(about file: String) -> String {
    switch self {
    case .unreadable(let error): "\(file) cannot be read as text: \(error)."
    case .unknownFormat(let line):
      "\(file) has no header bitpal knows; it begins '\(clipped(cleaned(line), to: 60))'. "
        + "bitpal's own is coin_id,type,amount,price,date,notes."
    case .otherFormat(let expected):
      "\(file) is not of the format \(expected.map(\.rawValue).joined(separator: " or "))."
    case .badJSON(let place): "\(file) is not bitpal's JSON: \(place)."
    case .unknownVersion(let version):
      "\(file) is of version \(version); this bitpal reads version 1.0."
    }
  }
}
