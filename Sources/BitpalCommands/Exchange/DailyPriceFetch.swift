import AppGroup
import Application
import CellGrid
import CoinGecko
import FoundationEssentials
import Interchange
import Portfolio
import Reports

/// Fetches the daily prices that rows of an import lack, and keeps them for ever.
struct DailyPriceFetch {
  let context: AppContext
  /// Coins within reach, and how many rows each would let in.
  private let coins: [(id: String, rows: Int)]
  /// Rows whose day lies further back than the plan reaches.
  private let rowsBeyond: Int

  /// What a plan lacks; `nil` when no price is missing.
  init?(_ plan: ImportPlan, _ context: AppContext) {
    guard !plan.missingPrices.isEmpty else { return nil }
    self.context = context
    let first = UTCDay(number: UTCDay(context.now).number - CoinGeckoDailyPrices.reach)
    var rows: [String: Int] = [:]
    var beyond = 0
    for (missing, count) in plan.missingPrices {
      if missing.day < first { beyond += count } else { rows[missing.coinId, default: 0] += count }
    }
    coins = rows.sorted { $0.key < $1.key }.map { (id: $0.key, rows: $0.value) }
    rowsBeyond = beyond
  }

  /// What would be asked, and what no call would bring.
  var announcement: String {
    var sentences: [String] = []
    if !coins.isEmpty {
      let rows = coins.reduce(0) { $0 + $1.rows }
      let names = coins.prefix(5).map(\.id).joined(separator: ", ")
      let more = coins.count > 5 ? " and \(coins.count - 5) more" : ""
      sentences.append(
        "\(countOf(coins.count, "call")) to CoinGecko for the daily prices of \(names)\(more), "
          + "which \(countOf(rows, "row")) \(rows == 1 ? "needs" : "need").")
    }
    if rowsBeyond > 0 {
      sentences.append(
        "\(countOf(rowsBeyond, "row")) \(rowsBeyond == 1 ? "needs" : "need") prices further back "
          + "than the \(CoinGeckoDailyPrices.reach) days that the plan reaches: --prices FILE.")
    }
    return sentences.joined(separator: " ")
  }

  /// Whether a call would bring anything.
  var isUseful: Bool { !coins.isEmpty }

  /// Asks coin by coin, as far as the call budget allows; what came is kept at once.
  ///
  /// A coin that the service does not know is named, and the others are asked.
  ///
  /// - Returns: Whether any price came.
  func fetch() throws -> Bool {
    let calls = SharedCalls(context)
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

  /// How to go on where prices lack that a later call may bring; `nil` where none would.
  var laterAdvice: String? {
    guard isUseful, let wait = SharedCalls(context).wait else { return nil }
    return "The next call is allowed in \(wait): then type the same command again."
  }

  private func keep(_ closes: [UTCDay: Decimal], of coinId: String) throws {
    guard !closes.isEmpty else { return }
    // A price that was fetched once stays: an import must find the same tomorrow.
    let kept = try PriceStore(context.container).add(
      closes.map { StoredPrice(day: $0.key, .price($0.value, .coinGecko)) }, of: coinId,
      at: context.now)
    if let kept { context.warnings.say("The damaged file is kept: \(kept)") }
  }
}
