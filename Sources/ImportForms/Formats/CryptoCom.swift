import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// The Crypto.com app: coins, card and cash in one form; every row has its value in the account's
  /// currency and in dollars.
  ///
  /// A swap on two rows is read as a sale at the first row's value and a purchase at the second's.
  static let cryptoCom = FormatReader(
    format: .cryptoCom,
    signatures: [
      [
        "timestamp (utc)", "transaction description", "currency", "amount",
        "native amount (in usd)",
        "transaction kind",
      ]
    ],
    declares: FormDeclaration(isComplete: true, secondsLate: 2, filesRepeatTrades: true)
  ) { table in
    let rows = rows(table)
    var reader = rows.joining(
      JointRows(
        reader: { CryptoComSwaps().reader(Self.rows(table)) }, unsure: CryptoComSwaps.unsure),
      CryptoComSwaps.part)
    let read = reader.read
    reader.readAlone = { record, emit in
      guard record["transaction kind"].hasPrefix("invest_") else {
        return read(record) { emit(.whole($0)) }
      }
      rows.read(record) { result in
        guard var part = CryptoComSwaps.part(result, of: record) else {
          return emit(.whole(result))
        }
        part.lone = .back
        emit(.part(part))
      }
    }
    return reader
  }

  private static func rows(_ table: CSVTable) -> RecordReader {
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static let kinds = KindTable([
    .trade: [
      "crypto_exchange", "viban_purchase", "van_purchase", "crypto_viban_exchange", "crypto_viban",
      "crypto_to_van_sell_order", "trading.limit_order.fiat_wallet.sell_commit",
      "trading.limit_order.fiat_wallet.purchase_commit",
      "trading.limit_order.cash_account.purchase_commit",
      "trading.limit_order.cash_account.sell_commit",
      "trading.limit_order.crypto_wallet.exchange", "recurring_buy_order", "recurring_buy",
      "trading.limit_order.crypto_wallet.sell_commit",
    ],
    .buy: [
      "crypto_purchase", "trading.crypto_purchase.google_pay", "trading.crypto_purchase.apple_pay",
      "trading.crypto_purchase.credit_card",
    ],
    .sell: ["card_top_up", "crypto_sale"],
    .reward: [
      "crypto_earn_interest_paid", "crypto_earn_extra_interest_paid", "mco_stake_reward",
      "staking_reward", "supercharger_reward_to_app_credited", "rewards_platform_deposit_credited",
      "finance.lockup.dpos_compound_interest.crypto_wallet",
      "finance.dpos.non_compound_interest.crypto_wallet",
      "finance.dpos.compound_interest.crypto_wallet",
      "finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet",
      "finance.crypto_earn.interest_paid.crypto_wallet", "referral_bonus", "referral_gift",
      "referral_commission", "referral_card_cashback", "transfer_cashback", "reimbursement",
      "gift_card_reward", "admin_wallet_credited", "campaign_reward",
      "airdrop_to_exchange_transfer",
      "airdrop_locked", "pay_checkout_reward", "crypto_wallet_airdrop", "lucky_draw",
      "pay_referral_reward", "nft_payout_credited", "trading_rebate",
      "reward.loyalty_program.trading_rebate.crypto_wallet", "mobile_airtime_reward",
      "finance.defi_lending.compound_interest.crypto_wallet",
      "finance.defi_lending.non_compound_interest.crypto_wallet",
      "finance.defi_staking.compound_interest.crypto_wallet",
      "finance.defi_staking.non_compound_interest.crypto_wallet",
      "finance.dpos.non_compound_restaking_interest.crypto_wallet", "lockup_swap_rebate",
    ],
    .payment: [
      "crypto_payment", "crypto_payment_refund", "card_cashback_reverted",
      "reimbursement_reverted", "crypto_gift_card", "pay_checkout",
    ],
    .deposit: ["crypto_deposit", "exchange_to_crypto_transfer"],
    .returned: ["crypto_to_exchange_refund"],
    .withdrawal: ["crypto_withdrawal", "crypto_to_exchange_transfer"],
    .move: ["crypto_transfer", "invest_deposit", "invest_withdrawal"],
    .inside: [
      "crypto_earn_program_created", "crypto_earn_program_withdrawn", "lockup_lock",
      "lockup_unlock", "lockup_upgrade", "supercharger_deposit", "supercharger_withdrawal",
      "council_node_deposit_created", "council_node_deposit_withdrawn",
      "dynamic_coin_swap_bonus_exchange_deposit",
      "finance.lockup.dpos_lock.crypto_wallet", "finance.lockup.dpos_unlock.crypto_wallet",
      "finance.dpos.staking.crypto_wallet", "finance.dpos.unstaking.crypto_wallet",
      "finance.crypto_earn.deposit.crypto_wallet", "finance.crypto_earn.withdrawal.crypto_wallet",
      "finance.dpos.instant_unstaking.crypto_wallet",
      "finance.defi_staking.staking.crypto_wallet",
      "finance.defi_staking.unstaking.crypto_wallet",
      "finance.defi_lending.staking.crypto_wallet",
      "finance.defi_lending.unstaking.crypto_wallet",
      "finance.airdrop_arena.deposit.crypto_wallet",
      "finance.airdrop_arena.withdrawal.crypto_wallet",
      "viban_deposit", "viban_withdrawal", "viban_deposit_precredit", "viban_card_top_up",
      "viban_deposit_precredit_repayment", "crypto_credit_loan_credited",
    ],
    .derivative: ["crypto_credit_program_created", "crypto_credit_repayment_created"],
  ])

  /// Words of swaps that span two rows.
  private static let swaps = [
    "lockup_swap", "dynamic_coin_swap", "interest_swap", "crypto_wallet_swap", "dust_conversion",
  ]

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let asset = try record.asset("currency")
    if asset.isFiat, record["to currency"].isEmpty || Asset(symbol: record["to currency"]).isFiat {
      return .leftOut(.fiatOnly(asset.name))
    }
    // Some deposits have no kind.
    let text = record["transaction description"].uppercased()
    let isBare =
      record["transaction kind"].isEmpty
      && ["DEPOSIT", "DEPOSIT \(asset.name)", "\(asset.name) DEPOSIT"].contains(text)
    let word = isBare ? "crypto_deposit" : try record.filled("transaction kind")
    let amount = try record.someNumber("amount")
    let own = AssetAmount(amount: abs(amount), asset: asset)
    let isHalf = kinds[word] == nil && swaps.contains { word.hasPrefix($0) }
    let kind = try record.kind(word, isHalf ? .trade : kinds[word] ?? lock(word))
    var facts = try facts(of: record)
    switch kind {
    case .inside: return .leftOut(asset.isFiat ? .fiatOnly(asset.name) : .transfer)
    case .trade where isHalf:
      facts.addSide(word.hasSuffix("_debited") ? -own.amount : own.amount, asset)
      facts.category = .trade
      return .trade(facts)
    case .trade:
      // Both words mean coins sold for fiat; the second is used in the fiat wallet's file.
      facts.isSum = word == "crypto_viban"
      if word.hasPrefix("crypto_viban"), asset.isFiat { throw .notATrade(word) }
      (facts.spent, facts.received) = (own, try record.quantity("to amount", "to currency"))
    case .buy where asset.isFiat:
      (facts.spent, facts.received) = (own, try record.quantity("to amount", "to currency"))
    case .buy, .sell:
      guard let money = facts.native else { throw .missingCell("native amount") }
      let isBuy = kind == .buy && amount > 0
      (facts.received, facts.spent) = isBuy ? (own, money) : (money, own)
    case .deposit: facts.received = own
    case .withdrawal: facts.spent = own
    default: facts.addSide(amount, asset)
    }
    return try facts.meaning(kind, word: word)
  }

  /// Coins locked for a limit order and released.
  private static func lock(_ word: String) -> RowKind? {
    word.hasPrefix("trading.limit_order.") && (word.hasSuffix("_lock") || word.hasSuffix("_unlock"))
      ? .inside : nil
  }

  private static func facts(of record: CSVRecord) throws(RefusalReason) -> TradeFacts {
    var facts = try record.facts("timestamp (utc)", .yearFirst)
    let (dollars, isRounded) = try record.long("native amount (in usd)")
    facts.dollars = dollars == 0 ? nil : dollars
    let (native, _) = try record.long("native amount")
    if native != 0 {
      facts.native = AssetAmount(amount: native, asset: try record.asset("native currency"))
    }
    facts.hash = record["transaction hash"]
    facts.notes = record["transaction description"]
    facts.words = words(
      record["transaction description"], isRounded ? "value rounded to 38 digits" : "")
    return facts
  }

  /// The Crypto.com exchange's spot trades.
  static let cryptoComExchange = FormatReader(
    format: .cryptoComExchange,
    signatures: [
      [
        "create_time_utc", "symbol", "side", "traded_price", "traded_quantity", "fee",
        "fee_currency",
      ],
      ["time (utc)", "symbol", "side", "traded price", "traded quantity", "fee", "fee currency"],
    ],
    declares: FormDeclaration(report: .trades)
  ) { table in
    let isOld = table.header.has(["traded_price"])
    return table.readEach { record throws(RefusalReason) in
      let amount = try record.someNumber(isOld ? "traded_quantity" : "traded quantity")
      let price = try record.someNumber(isOld ? "traded_price" : "traded price")
      let pair = try record.pair("symbol")
      var facts = try record.facts(isOld ? "create_time_utc" : "time (utc)", .yearFirst)
      try facts.exchange(
        AssetAmount(amount: amount, asset: pair.base),
        for: AssetAmount(
          amount: try exactProduct(price, amount, column: "price"), asset: pair.quote),
        side: try record.side("side"))
      facts.fees = try record.fee("fee", isOld ? "fee_currency" : "fee currency")
      facts.reference = record.reference("crypto-com", isOld ? "trade_id" : "trade id")
      return .trade(facts)
    }
  }

  /// The Crypto.com exchange's journal (`OEX_TRANSACTION`): one row per leg; a trade's rows,
  /// including its fees, share a trade id.
  static let cryptoComExchangeJournal = FormatReader(
    format: .cryptoComExchangeJournal,
    signatures: [
      [
        "journal id", "time (utc)", "journal type", "instrument", "transaction quantity",
        "trade id",
      ]
    ],
    declares: FormDeclaration(report: .ledger, isComplete: true)
  ) { table in
    table.readGroups(by: journalKey, id: "journal id") { record throws(RefusalReason) in
      let word = try record.filled("journal type")
      let kind = try record.kind(word, journalKind(word.lowercased()))
      // The exchange calls a bundle of stablecoins dollars and books it as dollars.
      let name = try record.filled("instrument")
      let asset =
        name.lowercased() == "usd_stable_coin"
        ? Asset(symbol: "USD") : try record.asset("instrument")
      var leg = Leg(
        record: record, date: try record.date("time (utc)", .yearFirst),
        asset: asset, change: try record.someNumber("transaction quantity"))
      guard hasTrade(record) else { return try leg.meaning(kind, word: word) }
      leg.reference = record.reference("crypto-com", "trade id")
      return kind == .fee ? .part(leg.asFee()) : try leg.meaning(kind, word: word)
    }
  }

  private static func hasTrade(_ record: CSVRecord) -> Bool {
    !["", "0"].contains(record["trade id"])
  }

  /// The key of a trade's rows; conversions have no trade id.
  private static func journalKey(of record: CSVRecord) -> String {
    hasTrade(record) ? record["trade id"] : "\(record["time (utc)"]) \(record["journal type"])"
  }

  private static let journalKinds = KindTable([
    .trade: ["trading", "auto_conversion", "manual_conversion"], .fee: ["trade_fee"],
    .deposit: ["onchain_deposit", "offchain_deposit"],
    .withdrawal: ["onchain_withdraw", "onchain_withdrawal", "offchain_withdrawal"],
    .inside: ["subaccount_tx"],
    .derivative: [
      "funding", "insurance_fund", "liquidation_fee", "realized_pnl", "session_reset",
      "session_settle", "settlement_fee", "socialized_loss", "uncovered_loss",
    ],
  ])

  private static func journalKind(_ word: String) -> RowKind? {
    if let kind = journalKinds[word] { return kind }
    // Each bank and each reward program has a separate word.
    if word.hasPrefix("fiat_") { return word.hasSuffix("_deposit") ? .deposit : .withdrawal }
    return ["_reward", "_rebate", "_interest"].contains { word.hasSuffix($0) } ? .reward : nil
  }
}

/// Rows of the Crypto.com app that must be read together.
final class CryptoComSwaps {
  private var swaps: [(word: String, facts: TradeFacts)] = []
  private var invested: [MoveFacts] = []

  func reader(_ rows: RecordReader) -> RecordReader {
    RecordReader(
      read: { record, emit in
        rows.read(record) { if !self.keeps($0, of: record) { emit($0) } }
      }, finish: finish)
  }

  /// Buffers a row until the end of the file.
  ///
  /// - Returns: Whether the row must be read with others.
  private func keeps(_ result: RowResult, of record: CSVRecord) -> Bool {
    let word = record["transaction kind"]
    switch result {
    case .trade(let facts) where Self.isSwap(word): swaps.append((word, facts))
    case .move(let facts) where word.hasPrefix("invest_"): invested.append(facts)
    default: return false
    }
    return true
  }

  /// A row that must be read with others, by its own content: part of the swap of MCO, or an
  /// investment of one coin.
  static func part(_ result: RowResult, of record: CSVRecord) -> Leg? {
    let word = record["transaction kind"]
    switch result {
    case .trade where isSwap(word):
      let leg = Leg(result, of: record, key: swapOfMCO)
      return leg.flatMap { ["MCO", "CRO"].contains($0.asset.name) ? $0 : nil }
    case .move(let facts) where word.hasPrefix("invest_"):
      return Leg(result, of: record, key: "invested \(facts.quantity.asset.name)")
    default: return nil
    }
  }

  func finish(_ emit: (RowResult) -> Void) {
    finishSwaps(emit)
    finishInvestments(emit)
    swaps = []
    invested = []
  }
}

// MARK: - The swap of MCO for CRO

extension CryptoComSwaps {
  private static let swapOfMCO = "swap of MCO"
  private static let overall = "dynamic_coin_swap_"
  private static let swaps = [overall, "lockup_swap_", "crypto_wallet_swap_"]
  private static let rebate = "lockup_swap_rebate"

  private static func isSwap(_ word: String) -> Bool { swaps.contains { word.hasPrefix($0) } }

  /// The indices of rows whose swap is only partly in the file, and of rebates that may be a stake.
  static func unsure(_ rows: [Leg], isAtEdge: (Leg) -> Bool) -> Set<Int> {
    guard rows.first?.key == swapOfMCO else { return [] }
    func word(_ position: Int) -> String { rows[position].record["transaction kind"] }
    let rebates = rows.indices.filter { word($0) == rebate }
    let swaps = rows.indices.filter { word($0) != rebate }
    let cut = Dictionary(grouping: swaps) { rows[$0].date }.values.filter { positions in
      let whole = positions.filter { word($0).hasPrefix(overall) }.map { rows[$0] }
      let parts = positions.filter { !word($0).hasPrefix(overall) }.map { rows[$0] }
      let isWhole = whole.contains { $0.change < 0 } && whole.contains { $0.change > 0 }
      return positions.contains { isAtEdge(rows[$0]) }
        && !(isWhole && (parts.isEmpty || isNearly(changes(of: whole), changes(of: parts))))
    }
    let hasStakes = cut.isEmpty && swaps.contains { word($0) == "lockup_swap_credited" }
    return Set(cut.flatMap(\.self) + (hasStakes ? [] : rebates))
  }

  /// Emits the swap of August 2020.
  ///
  /// The file has it as a whole, and again as its two parts: that of the stake and that of the
  /// wallet.
  private func finishSwaps(_ emit: (RowResult) -> Void) {
    let instants = Dictionary(grouping: swaps.filter { $0.word != Self.rebate }, by: \.facts.date)
    for (_, rows) in instants.sorted(by: { $0.key < $1.key }) {
      let whole = rows.filter { $0.word.hasPrefix(Self.overall) }.map(\.facts)
      let parts = rows.filter { !$0.word.hasPrefix(Self.overall) }.map(\.facts)
      whole.forEach { emit(.trade($0)) }
      let isSum = !whole.isEmpty && Self.isNearly(changes(of: whole), changes(of: parts))
      for part in parts {
        guard isSum else {
          emit(.trade(part))
          continue
        }
        let reason = LeftOutReason.partOfTrade(line: whole[0].source.line)
        emit(.leftOut(LeftOutRow(source: part.source, reason: reason)))
      }
    }
    finishRebates(emit)
  }

  /// Emits rebates: one that equals the stake received in the swap is a transfer, any other is a
  /// reward.
  private func finishRebates(_ emit: (RowResult) -> Void) {
    let stakes = swaps.filter { $0.word == "lockup_swap_credited" }.map(\.facts.received)
    for (_, facts) in swaps.filter({ $0.word == Self.rebate }) {
      if stakes.contains(facts.received) {
        emit(.leftOut(LeftOutRow(source: facts.source, reason: .transfer)))
      } else {
        emit(.trade(facts))
      }
    }
  }

  /// Whether two changes are equal except for digits truncated by a spreadsheet.
  private static func isNearly(
    _ one: [Asset: ExactDecimal], _ other: [Asset: ExactDecimal]
  ) -> Bool {
    one.count == other.count
      && one.allSatisfy { asset, sum in
        guard let otherSum = other[asset] else { return false }
        return (sum - otherSum).magnitude * 100_000 <= sum.magnitude
      }
  }

  /// The sum of some rows, by coin.
  private static func changes(of rows: [Leg]) -> [Asset: ExactDecimal] {
    rows.reduce(into: [:]) { changes, row in
      changes[row.asset, default: 0] = changes[row.asset, default: 0] + row.change
    }
  }

  private func changes(of rows: [TradeFacts]) -> [Asset: ExactDecimal] {
    var changes: [Asset: ExactDecimal] = [:]
    for facts in rows {
      if let received = facts.received {
        changes[received.asset, default: 0] =
          changes[received.asset, default: 0] + received.amount
      }
      if let spent = facts.spent {
        changes[spent.asset, default: 0] =
          changes[spent.asset, default: 0] - spent.amount
      }
    }
    return changes
  }
}

// MARK: - Investments

extension CryptoComSwaps {
  /// Coins moved to the app's investments and back; no row reports their gain or loss.
  ///
  /// A return that exceeds the amount invested is an open deposit. A return before any investment
  /// belongs to an earlier file. Coins that have not returned may still be invested or lost: they
  /// stay in the account, and the last row reports it.
  private func finishInvestments(_ emit: (RowResult) -> Void) {
    let coins = Dictionary(grouping: invested, by: \.quantity.asset)
    for (asset, moves) in coins.sorted(by: { $0.key.name < $1.key.name }) {
      // At equal times, investments precede returns.
      let moves = moves.sorted { ($0.date, $0.quantity.amount) < ($1.date, $1.quantity.amount) }
      var held: ExactDecimal = 0
      var isBrought = false
      for (index, move) in moves.enumerated() {
        if move.quantity.amount < 0 { isBrought = true }
        guard isBrought else {
          emit(.refused(RefusedRow(source: move.source, reason: .halfATrade(asset.name))))
          continue
        }
        do throws(RefusalReason) {
          held = try exactSum(held, -move.quantity.amount, column: "amount")
        } catch {
          emit(.refused(RefusedRow(source: move.source, reason: error)))
          continue
        }
        if held < 0 {
          var gain = move
          gain.quantity.amount = -held
          held = 0
          emit(.move(gain))
        } else {
          let isLast = index == moves.count - 1
          let reason = isLast && held > 0 ? LeftOutReason.notBack(held, asset.name) : .transfer
          emit(.leftOut(LeftOutRow(source: move.source, reason: reason)))
        }
      }
    }
  }
}
