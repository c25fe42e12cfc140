import Exact
import FoundationEssentials
import Import
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Totals by kind, instant and asset, which two ways of reading a file must agree on.
typealias MovementSums = [MovementKey: Quantity]

struct MovementKey: Hashable, Comparable, CustomStringConvertible {
  let instant: Int64
  let kind: String
  let asset: String
  let account: String

  var description: String { "\(instant / 1000) \(kind) \(asset)" }

  static func < (left: MovementKey, right: MovementKey) -> Bool {
    (left.instant, left.kind, left.asset, left.account)
      < (right.instant, right.kind, right.asset, right.account)
  }
}

extension MovementSums {
  /// Adds an amount; a side of zero counts as one.
  mutating func add(
    _ amount: Quantity, _ asset: String, _ kind: String, at instant: Int64, _ account: String
  ) {
    let key = MovementKey(instant: instant, kind: kind, asset: asset, account: account)
    self[key, default: .zero] = self[key, default: .zero] + amount
  }

  /// The totals that are not zero and not of money alone.
  var counting: MovementSums { filter { !$0.value.isZero } }

  /// The totals of a file's row results.
  init(_ readings: [RowResult], account: String) {
    self = [:]
    for reading in readings {
      switch reading {
      case .trade(let facts): add(facts.separatingFees(isTracker: account.isEmpty), account)
      case .move(let facts): add(facts, account)
      case .entry, .record, .leftOut, .refused: break
      }
    }
  }

  private mutating func add(_ facts: TradeFacts, _ account: String) {
    let at = Int64(facts.date.millisecondsSince1970)
    let account = facts.account.isEmpty ? account : facts.account
    let kind: String
    switch (facts.received, facts.spent) {
    case (_?, _?): kind = "trade"
    case (_?, nil):
      kind = facts.isGift ? "gift" : facts.category == .trade ? "exchange" : "reward"
    case (nil, _?):
      kind = facts.category == .fee ? "cost" : facts.category == .trade ? "exchange" : "payment"
    case (nil, nil): return
    }
    if let side = facts.received {
      add(Quantity(side.amount), side.asset.text, kind, at: at, account)
    }
    if let side = facts.spent {
      add(-Quantity(side.amount), side.asset.text, kind, at: at, account)
    }
    for fee in facts.fees {
      add(-Quantity(fee.amount), fee.asset.text, "\(kind) fee", at: at, account)
    }
  }

  private mutating func add(_ facts: MoveFacts, _ account: String) {
    let at = Int64(facts.date.millisecondsSince1970)
    let account = facts.account.isEmpty ? account : facts.account
    let asset = facts.quantity.asset.text
    let isOut = facts.quantity.amount < 0
    let kind = isOut ? "withdrawal" : facts.isReturned ? "returned" : "deposit"
    add(Quantity(facts.quantity.amount), asset, kind, at: at, account)
    add(-Quantity(facts.fee), asset, "\(kind) fee", at: at, account)
    if !facts.otherAccount.isEmpty {
      add(
        -Quantity(facts.quantity.amount), asset, isOut ? "deposit" : "withdrawal", at: at,
        facts.otherAccount)
    }
  }

  /// The totals of a derivation, without rows that wait for an answer.
  init(_ derivation: Derivation) {
    self = [:]
    // Readers of whole files omit contract settlements in coins.
    for event in derivation.events where event.role != .settlement {
      let at = event.instant.at / 1000
      let kind = event.role == .convert ? "trade" : "\(event.role)"
      let fees = [event.fee].compactMap(\.self) + event.otherFees
      var amount = event.amount.value
      for fee in fees {
        add(-fee.value, fee.asset, "\(kind) fee", at: at, event.scope.account)
        if event.role == .withdrawal, fee.asset == event.amount.asset {
          amount = amount + fee.value
        }
      }
      add(amount, event.amount.asset, kind, at: at, event.scope.account)
      if let counter = event.counter {
        add(counter.value, counter.asset, kind, at: at, event.scope.account)
      }
    }
  }
}

/// A file as records.
func records(of text: String, file: String = "file") throws -> FileRecords {
  try records(
    of: Array(text.utf8), options: ReadingOptions(digest: file, name: Fixture.fileName))
}

/// Derives the facts of files together.
func derivation(_ files: [FileRecords]) -> Derivation {
  derive(files.flatMap { $0.records.flatMap(\.facts) }, rules: .ofForms)
}

/// The derivation of files by their texts.
func derived(_ texts: [String]) throws -> Derivation {
  derivation(try texts.map { try records(of: $0, file: "\($0.count) \($0.prefix(9))") })
}
