import Exact
import FoundationEssentials
import Import
import Portfolio
import ImportForms
import ImportText

/// Rates and prices set by a test, keyed by `EUR 2024-01-02` and `bitcoin 2024-01-02`.
struct FixedEvidence: ExchangeRates, DailyPrices {
  var values: [String: String]
  /// The rate and price of everything else, if any.
  var ofOthers: String?

  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    (values["\(from) \(day.text)"] ?? ofOthers).map {
      ExchangeRate(numerator: decimal($0), denominator: 1, day: day, source: "ECB")
    }
  }

  func newestRate(from: String, to: String) -> ExchangeRate? { nil }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    (values["\(coinId) \(day.text)"] ?? ofOthers).map {
      DailyPrice(price: decimal($0), day: day, source: "test")
    }
  }
}

/// The result of importing files together into an empty ledger.
struct Imported {
  let files: [FileRecords]
  let ledger: DerivedLedger

  var transactions: [Transaction] { ledger.booked.transactions }
  var moves: [Move] { ledger.booked.moves }
  /// The transactions on one line each.
  var added: [String] { transactions.map(\.summary) }
  /// The open questions, by kind and subject.
  var questions: [String] { ledger.questions.map(\.key.text) }

  /// The unreadable rows, as `line: reason`.
  var unread: [String] {
    files.flatMap(\.records).compactMap { record in
      guard case .asks(let question) = record.state else { return nil }
      return "\(record.line): \(question.reason)"
    }
  }

  /// The rows left out, as `line: word`.
  var leftOut: [String] {
    files.flatMap(\.records).compactMap { record in
      guard case .leftOut(let reason) = record.state else { return nil }
      return "\(record.line): \(reason.kind)\(reason.word.isEmpty ? "" : " \(reason.word)")"
    }
  }
}

/// The inputs of an import in tests, except the files.
struct ImportSetting {
  /// Rates and prices, see ``FixedEvidence``.
  var evidence: [String: String] = [:]
  /// The rate and price of everything else, if any.
  var othersAreWorth: String?
  /// Tickers of coins that count as dollars.
  var dollars: Set<String> = []
  /// The meanings of names that the user declared to be coins.
  var coins: [String: String] = [:]
  /// Manually entered transactions.
  var typed: [Transaction] = []
  var answers: [Question.Key: Choice] = [:]
  var map: ColumnMap?
  var zones = LocalZones()
}

/// Imports texts together.
func imported(_ texts: [String], _ setting: ImportSetting = ImportSetting()) throws -> Imported {
  let files = try texts.enumerated().map { index, text in
    try records(
      of: Array(text.utf8),
      options: ReadingOptions(
        digest: "file \(index)", name: "\(index).csv", map: setting.map, zones: setting.zones))
  }
  return imported(files, setting)
}

/// Imports one text.
func imported(_ text: String, _ setting: ImportSetting = ImportSetting()) throws -> Imported {
  try imported([text], setting)
}

/// Imports files that are already read.
func imported(_ files: [FileRecords], _ setting: ImportSetting = ImportSetting()) -> Imported {
  var answers = setting.answers
  for ticker in setting.dollars { answers[.stablecoin(ticker)] = .dollars }
  for (name, id) in setting.coins { answers[.coin(name)] = .coin(id) }
  let evidence = FixedEvidence(values: setting.evidence, ofOthers: setting.othersAreWorth)
  let ledger = DerivedLedger(
    DerivedLedger.Sources(
      facts: files.flatMap(\.records).flatMap(\.facts), answers: answers, typed: setting.typed),
    rules: .ofForms,
    valueRules: ValueRules(
      meaning: testMeaning,
      evidence: Evidence(
        rates: evidence, prices: evidence, isMoney: FiatCurrency.isCode,
        rank: { ["bitcoin": 1, "ethereum": 2, "binancecoin": 4, "solana": 5][$0] }),
      stablecoins: Stablecoin.known))
  return Imported(files: files, ledger: ledger)
}

/// The meanings of the names in files.
private func testMeaning(_ name: String, _ date: Date) -> AssetMeaning? {
  let asset = Asset(factName: name).asOf(date)
  if case .fiat(let code) = asset { return .money(code) }
  return testCatalogue(asset).map { .coin($0) }
}
