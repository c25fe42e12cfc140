import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Ledger Live's operations: outgoing amounts include the network fee, incoming ones do not.
  static let ledgerLive = FormatReader(
    format: .ledgerLive,
    signatures: [
      [
        "operation date", "currency ticker", "operation type", "operation amount",
        "operation fees", "operation hash", "account name",
      ]
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    table.readMany { record throws(RefusalReason) in
      let word = try record.filled("operation type")
      let undone = try record.undone("status", done: ["", "confirmed"])
      if let undone, record["status"].lowercased() != "failed" { return [.leftOut(undone)] }
      let kind = try record.kind("operation type", in: ledgerKinds)
      let fee = try record.magnitude("operation fees")
      // A failed transaction costs its sender the fee.
      if let undone, fee == 0 || kind != .withdrawal && kind != .fee { return [.leftOut(undone)] }
      var facts = try record.facts("operation date", .yearFirst)
      let asset = try record.asset("currency ticker")
      let amount = try record.magnitude("operation amount")
      facts.hash = record["operation hash"]
      facts.account = record["account name"]
      if undone != nil {
        facts.addSide(-fee, asset)
        return try facts.meanings(.fee, word: word)
      }
      switch kind {
      case .withdrawal:
        facts.addSide(-amount, asset)
        facts.feesIncluded = [AssetAmount(amount: fee, asset: asset)]
      // Some chains write the delegated amount, which remains the owner's.
      case .fee: facts.addSide(-(record.header.has(["operation fees"]) ? fee : amount), asset)
      default: facts.addSide(amount, asset)
      }
      guard facts.received != nil || facts.spent != nil else {
        return [.leftOut(.otherKind(word))]
      }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let ledgerKinds = KindTable([
    .deposit: ["in"], .withdrawal: ["out"], .reward: ["reward", "reward_payout"],
    .fee: [
      "fees", "reveal", "delegate", "undelegate", "redelegate", "opt_in", "opt_out", "approve",
      "vote", "activate", "close_account",
    ],
    .inside: [
      "bond", "unbond", "withdraw_unbonded", "nominate", "freeze", "unfreeze", "lock", "unlock",
      "stake", "unstake", "withdraw", "none",
    ],
    .nothing: ["nft_in", "nft_out"],
  ])

  /// Trezor Suite's transactions: the fee is additional.
  static let trezorSuite = FormatReader(
    format: .trezorSuite,
    signatures: [
      ["timestamp", "type", "transaction id", "fee", "fee unit", "amount", "amount unit"]
    ]
  ) { table in
    let fiat = table.header.first(prefix: "fiat (")
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: trezorKinds)
      var facts = try record.facts("timestamp", .unix)
      facts.hash = record["transaction id"]
      facts.notes = record["label"]
      let fees = try record.fee("fee", "fee unit")
      guard kind != .fee else {
        // Coins sent to oneself, or not sent, only cost the fee.
        guard let fee = fees.first else { return [.leftOut(.transfer)] }
        facts.spent = fee
        return try facts.meanings(.fee, word: word)
      }
      let amount = try record.magnitude("amount")
      if kind == .withdrawal, amount == 0, let fee = fees.first, !record["amount"].isEmpty {
        // A contract call without coins.
        facts.spent = fee
        return try facts.meanings(.fee, word: word)
      }
      facts.addSide(kind == .withdrawal ? -amount : amount, try record.asset("amount unit"))
      facts.fees = kind == .withdrawal ? fees : []
      if let fiat, let unit = table.header.unit(of: fiat) {
        facts.worth(try record.magnitude(fiat), Asset(symbol: unit))
      }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let trezorKinds = KindTable([
    .deposit: ["recv", "received"], .withdrawal: ["sent"], .fee: ["self", "failed"],
    .inside: ["joint"],
  ])

  /// Exodus's history, with units after the numbers or in separate columns.
  static let exodus = FormatReader(
    format: .exodus,
    signatures: [
      ["date", "type", "fromportfolio", "toportfolio", "coinamount", "fee"],
      [
        "date", "type", "outamount", "outcurrency", "feeamount", "feecurrency", "inamount",
        "incurrency", "personalnote",
      ],
    ]
  ) { table in
    let isGlued = table.header.has(["coinamount"])
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: exodusKinds)
      var facts = try record.facts("date", .weekday, .yearFirst)
      facts.notes = record["personalnote"]
      facts.hash = record[record.firstColumn("txid", "outtxid")]
      if facts.hash.isEmpty { facts.hash = record["intxid"] }
      facts.fees =
        isGlued
        ? try record.glued("fee").map { [$0] } ?? []
        : try record.quantity("feeamount", "feecurrency").map { [$0] } ?? []
      // Staked coins stay in the wallet; the fee leaves it.
      if kind == .fee || kind == .inside {
        guard let fee = facts.fees.first else {
          return [.leftOut(kind == .fee ? .notCarriedOut(word) : .transfer)]
        }
        (facts.spent, facts.fees) = (fee, [])
        return try facts.meanings(.fee, word: word)
      }
      if isGlued {
        let coins = try record.glued("coinamount")
        if kind == .withdrawal { facts.spent = coins } else { facts.received = coins }
      } else {
        facts.received = try record.quantity("inamount", "incurrency")
        facts.spent = try record.quantity("outamount", "outcurrency")
      }
      if kind != .withdrawal { facts.fees = kind == .trade ? facts.fees : [] }
      return try facts.meanings(kind, word: word)
    }
  }

  private static let exodusKinds = KindTable([
    .deposit: ["deposit"], .withdrawal: ["withdrawal"], .trade: ["exchange"],
    .reward: ["staking", "reward", "staking reward"], .inside: ["staked", "unstaked"],
    .fee: ["deposit (failed)", "withdrawal (failed)", "exchange (failed)"],
  ])

  /// Electrum's history: bitcoin; outgoing amounts include the fee.
  ///
  /// Since 4.6, on-chain and Lightning amounts have separate columns; opening a channel moves the
  /// same coins from one to the other.
  static let electrum = FormatReader(
    format: .electrum,
    signatures: [
      ["transaction_hash", "label", "value", "timestamp"],
      ["oc_transaction_hash", "label", "amount_bc", "timestamp"],
      [
        "oc_transaction_hash", "ln_payment_hash", "label", "amount_chain_bc",
        "amount_lightning_bc", "timestamp",
      ],
    ]
  ) { table in
    let amount = table.header.first("value", "amount_bc")
    let isSplit = table.header.has(["amount_chain_bc"])
    let hash = table.header.first("transaction_hash", "oc_transaction_hash")
    return table.readMany { record throws(RefusalReason) in
      let coin = Asset(symbol: "BTC")
      if isSplit, record["timestamp"].isEmpty {
        return [.leftOut(.notCarriedOut("unconfirmed"))]
      }
      var facts = try record.facts("timestamp", .yearFirst)
      let value = isSplit ? try record.electrumSum() : try record.someNumber(amount)
      facts.addSide(value, coin)
      facts.hash = record[hash].isEmpty ? record["ln_payment_hash"] : record[hash]
      facts.notes = record["label"]
      let fee = try record.electrumFee()
      guard value != 0 else { return [.leftOut(.transfer)] }
      // Sent to oneself, or into an own channel: only the fee left.
      if value < 0, fee == -value { return try facts.meanings(.fee, word: "value") }
      if value < 0, fee != 0 { facts.feesIncluded = [AssetAmount(amount: fee, asset: coin)] }
      return try facts.meanings(.move, word: "value")
    }
  }
}

extension CSVRecord {
  /// The sum of on-chain and Lightning amounts; `0.` means none.
  fileprivate func electrumSum() throws(RefusalReason) -> ExactDecimal {
    let chain = try number("amount_chain_bc")
    let lightning = try number("amount_lightning_bc")
    guard chain != nil || lightning != nil else { throw .missingCell("amount_chain_bc") }
    return try exactSum(chain ?? 0, lightning ?? 0, column: "amount_chain_bc")
  }

  /// The network fee in bitcoin, which one of the forms writes in satoshis.
  fileprivate func electrumFee() throws(RefusalReason) -> ExactDecimal {
    if let satoshis = try number("network_fee_satoshi") {
      return try exactProduct(
        abs(satoshis), ExactDecimal(1, exponent: -8), column: "fee")
    }
    if let fee = try number("network_fee_bc") { return abs(fee) }
    return try magnitude("fee")
  }
}
