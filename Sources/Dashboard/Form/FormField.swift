import Portfolio

extension TransactionForm {
  enum Field: Int, CaseIterable, Sendable {
    case coin, kind, amount, price, date, notes
    case total, currency, fee, account
    case other, received, label, to, acquired
    case worth, gain, lots, cash

    /// Whether the field offers a choice of words.
    var isChoice: Bool { self == .kind || self == .label || self == .gain }
    /// Whether the field looks up a coin.
    var isCoin: Bool { self == .coin || self == .other }
    /// Whether the field is masked in private mode.
    var isSecret: Bool {
      [.amount, .received, .price, .notes, .total, .fee, .worth, .cash].contains(self)
    }
  }
}

extension TransactionKind {
  /// Kinds a user can enter.
  static let offered: [TransactionKind] = allCases.filter { $0 != .fee }

  /// Whether the event has two coins.
  var hasTwoCoins: Bool { self == .swap || self == .migrate }

  /// Whether the event reduces the holding, which must cover it.
  var takesCoins: Bool { fits(.sell) }

  /// Whether the day's price applies unless one is typed.
  var takesDayPrice: Bool { self == .reward || self == .spend || self == .swap }

  /// Whether a price or total is required.
  var needsMoney: Bool { self == .buy || self == .sell }

  /// The form's fields in order: common ones through the notes, then rare ones.
  var fields: [TransactionForm.Field] {
    let main: [TransactionForm.Field]
    let rare: [TransactionForm.Field]
    switch self {
    case .buy: (main, rare) = ([.price, .total], [.currency, .fee, .account])
    case .sell, .spend: (main, rare) = ([.price, .total], [.currency, .fee, .account, .lots])
    case .reward: (main, rare) = ([.label, .price, .total], [.currency, .fee, .account])
    case .swap:
      (main, rare) = (
        [.other, .received], [.total, .worth, .currency, .cash, .fee, .account, .lots]
      )
    case .gift: (main, rare) = ([], [.total, .worth, .currency, .acquired, .account])
    case .give: (main, rare) = ([.gain], [.account, .lots])
    case .lost: (main, rare) = ([], [.account, .lots])
    case .fee: (main, rare) = ([], [.account])
    case .migrate: (main, rare) = ([.other, .received], [.account])
    case .transfer: (main, rare) = ([.account, .to], [.fee])
    case .deposit: (main, rare) = ([.account], [])
    case .withdrawal: (main, rare) = ([.account], [.fee])
    }
    return [.coin, .kind, .amount] + main + [.date, .notes] + rare
  }

  /// A field's label in this kind's form.
  func title(of field: TransactionForm.Field) -> String {
    switch field {
    case .coin: "Coin"
    case .kind: "Kind"
    case .amount: hasTwoCoins ? "Give" : "Amount"
    case .price: "Price"
    case .date: "Date"
    case .notes: "Notes"
    case .total: self == .gift ? "Cost" : "Total"
    case .currency: self == .gift || takesDayPrice ? "In" : "Paid in"
    case .fee: "Fee"
    case .account: self == .transfer ? "From" : "Account"
    case .other: self == .swap ? "For" : "New"
    case .received: "Receive"
    case .label: "For"
    case .to: "To"
    case .acquired: "Bought"
    case .worth: "Worth"
    case .gain: "Gain"
    case .lots: "Lots"
    case .cash: "Cash"
    }
  }

  /// The other field on the same line.
  func neighbor(of field: TransactionForm.Field) -> TransactionForm.Field? {
    field == .price && fields.contains(.total) ? .total : nil
  }

  /// Short name of a rare field, for the line listing the collapsed fields.
  func shortName(of field: TransactionForm.Field) -> String {
    field == .currency ? "currency" : title(of: field).lowercased()
  }

  /// Explains what leaving a field empty means.
  func hint(on field: TransactionForm.Field) -> String? {
    switch field {
    case .total where self == .gift: "what the giver paid in all; empty if unknown"
    case .total where takesDayPrice: "in all, without the fee; empty for the day's price"
    case .total: "instead of the price: what was paid, without the fee"
    case .currency where self == .gift: "the currency of the cost; empty for USD"
    case .currency: "the currency of the money typed here; empty for USD"
    case .fee where isMove: "the network fee on top, in coins, like 0.0001"
    case .fee: "like 1.5, 1.5 EUR, or an amount of the coin"
    case .account where self == .transfer: "the account they left"
    case .account: "an exchange or a wallet"
    case .to: "the account they arrived in"
    case .received: "how many coins you got"
    case .worth where self == .swap:
      "what the coins you got were worth, if not what you gave"
    case .worth: "what it was worth when it was given, for a loss in the United States"
    case .cash: "money you got next to the coins, like 150 EUR; with a minus what you paid"
    case .lots: "the purchases that leave first, by their ids in `bitpal lots`"
    case .acquired: "when the giver bought them; empty if unknown"
    case .coin, .kind, .amount, .price, .date, .notes, .other, .label, .gain: nil
    }
  }
}
