import AppGroup
import Application
import CellGrid
import CoinGecko
import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio
import Reports

/// A price that rows of an import need.
struct MissingPrice: Hashable {
  let coinId: String
  let day: UTCDay
}

extension AppContext {
  /// The missing prices, with the number of rows that need each.
  ///
  /// - Parameters:
  ///   - questions: The open questions; only questions about worth count.
  ///   - answers: The answers about coin names.
  func missingPrices(
    of questions: [InboxQuestion], _ answers: [Question.Key: Choice]
  ) throws -> [MissingPrice: Int] {
    let rules = try valueRules(owned: Set(ledger.coinIds()), accounts: ledger.accounts())
    var missing: [MissingPrice: Int] = [:]
    for question in questions where question.question.kind == .noWorth {
      for fact in question.rows.compactMap(\.fact) {
        let (date, amounts) = (fact.instant.date, [fact.amount, fact.counter, fact.fee])
        let names = (amounts.compactMap(\.self) + fact.otherFees).map(\.asset)
        let coins = names.compactMap { name -> String? in
          if case .coin(let id)? = answers[.coin(name)] { return id }
          guard case .coin(let id)? = rules.meaning(name, date) else { return nil }
          return id
        }
        for coinId in Set(coins) {
          let day = UTCDay(date)
          guard rules.evidence.prices.price(of: coinId, on: day) == nil else { continue }
          missing[MissingPrice(coinId: coinId, day: day), default: 0] += 1
        }
      }
    }
    return missing
  }
}

/// Fetches daily prices that rows of an import need, and stores them permanently.
struct DailyPriceFetch {
  private let context: AppContext
  /// The coins that can be fetched, and the number of rows that each would value.
  private let coins: [(id: String, rows: Int)]
  /// The number of rows older than CoinGecko's price history.
  private let rowsBeyond: Int

  /// The prices to fetch; `nil` if none are missing.
  ///
  /// - Parameter missing: The number of rows that need each missing price.
  init?(_ missing: [MissingPrice: Int], _ context: AppContext) {
    guard !missing.isEmpty else { return nil }
    self.context = context
    let first = UTCDay(number: UTCDay(context.now).number - CoinGeckoDailyPrices.reach)
    var rows: [String: Int] = [:]
    var beyond = 0
    for (missing, count) in missing {
      if missing.day < first { beyond += count } else { rows[missing.coinId, default: 0] += count }
    }
    coins = rows.sorted { $0.key < $1.key }.map { (id: $0.key, rows: $0.value) }
    rowsBeyond = beyond
  }

  /// What would be fetched, and what is not available.
  var announcement: String {
    var sentences: [String] = []
    if !coins.isEmpty {
      let rows = coins.reduce(0) { $0 + $1.rows }
      let names = coins.prefix(5).map(\.id).joined(separator: ", ")
      let more = coins.count > 5 ? " and \(coins.count - 5) more" : ""
      sentences.append(
        "\(countOf(rows, "row")) \(rows == 1 ? "needs" : "need") daily prices of \(names)\(more): "
          + "\(countOf(coins.count, "request")) to CoinGecko.")
    }
    if rowsBeyond > 0 {
      sentences.append(
        "\(countOf(rowsBeyond, "row")) \(rowsBeyond == 1 ? "needs" : "need") prices older than the "
          + "\(CoinGeckoDailyPrices.reach) days of your CoinGecko plan: add --prices FILE.")
    }
    return sentences.joined(separator: " ")
  }

  /// Whether a call would return anything.
  var isUseful: Bool { !coins.isEmpty }

  /// Fetches coin by coin, as far as the call budget allows, and stores each result immediately.
  ///
  /// A coin unknown to the service is reported and skipped.
  ///
  /// - Returns: Whether any price was fetched.
  func fetch() throws -> Bool {
    let calls = CallBudgetFile(context)
    let source = CoinGeckoDailyPrices(configuration: context.apiConfiguration)
    var kept = false
    for (index, coin) in coins.enumerated() {
      do {
        let result = try calls.result(mayBeMissing: true) { () throws(PriceFailure) in
          try source.closes(of: coin.id)
        }
        switch result {
        case .success(let closes):
          try keep(closes, of: coin.id)
          kept = kept || !closes.isEmpty
        case .failure(.refused(404, let words)):
          Console.writeError(
            cleaned(
              "\(CoinGeckoPriceSource.sourceName) has no prices of \(coin.id) "
                + "(HTTP 404: \(words)): add --prices FILE."))
        case .failure(let failure):
          let reason = failure.reason(from: CoinGeckoPriceSource.sourceName)
          let what = kept ? "Not all prices were fetched" : "Nothing was fetched"
          throw CommandFailure("\(what): \(reason).", .unavailable)
        }
      } catch let failure as CommandFailure where failure.code == .unavailable {
        let names = coins[index...].map(\.id)
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        let missing = names.prefix(5).joined(separator: ", ") + more
        Console.writeError(
          cleaned(
            "\(failure.sentence) The prices of \(countOf(names.count, "coin")) are missing: "
              + "\(missing)."))
        break
      }
    }
    return kept
  }

  /// Advice if a later call may return missing prices; `nil` if none would.
  var laterAdvice: String? {
    guard isUseful, let wait = CallBudgetFile(context).wait else { return nil }
    return "The next request is allowed in \(wait). Run the same command again then."
  }

  private func keep(_ closes: [UTCDay: ExactDecimal], of coinId: String) throws {
    guard !closes.isEmpty else { return }
    // Fetched prices are stored permanently, so that a later import uses the same ones.
    let kept = try PriceStore(context.container).add(
      closes.map { StoredPrice(day: $0.key, .price($0.value, .coinGecko)) }, of: coinId,
      at: context.now)
    if let kept { context.warnings.say("The damaged file is kept: \(kept)") }
  }
}
