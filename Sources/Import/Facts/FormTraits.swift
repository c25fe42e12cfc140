public import Exact

/// The declarations about a form's rows that matching needs.
public struct FormTraits: Sendable, Hashable {
  /// The kind of the form's rows.
  public enum Rows: Sendable, Hashable {
    /// Whole events, such as a fill, a convert or a deposit.
    case events
    /// Single movements; a trade has two or three of them.
    case legs
    /// Orders, which are sums of fills; a row of another form with ``Fact/orderStart`` is also an
    /// order.
    case orders
  }

  /// The precedence of the form: the lowest has the most detail and is read first.
  public var rank: Int
  /// The roles that the form reports.
  public var roles: Set<Role>
  /// The kind of rows.
  public var rows: Rows
  /// Whether a file covers all assets for these roles, like a statement, or only those it names.
  public var isComplete: Bool
  /// The id spaces that the form prints.
  public var idSpaces: Set<IDSpace>
  /// The maximum difference between the form's instants and those of other reports, in
  /// microseconds.
  ///
  /// Zero unless declared.
  public var lateness: [Role: Int64]
  /// Whether the amount of a withdrawal includes its fee.
  public var withdrawalsContainFee: Bool
  /// Whether the fees of trades are estimates, which those of other reports replace.
  public var feesAreEstimates: Bool
  /// Whether the counter of a trade includes a fee that the form does not state.
  public var paymentsIncludeFees: Bool
  /// Whether the currency of money is the one set on the day of the export, so that another one is
  /// no contradiction.
  public var currencyVaries: Bool
  /// Whether files may be of several wallets, which report the same trades in other words.
  public var filesRepeatTrades: Bool
  /// Whether an order's only time may be that of its placement, so that its end is unknown.
  public var ordersLackEnds: Bool
  /// Whether all legs of a ``Fact/group`` are one trade; otherwise the group only separates legs of
  /// the same instant.
  public var groupsAreWhole: Bool

  /// Makes traits; the defaults describe an exact report of events.
  public init(
    rank: Int, roles: Set<Role>, rows: Rows = .events, isComplete: Bool = false,
    idSpaces: Set<IDSpace> = [], lateness: [Role: Int64] = [:],
    withdrawalsContainFee: Bool = true,
    feesAreEstimates: Bool = false, paymentsIncludeFees: Bool = false, currencyVaries: Bool = false,
    filesRepeatTrades: Bool = false, ordersLackEnds: Bool = false, groupsAreWhole: Bool = false
  ) {
    (self.rank, self.roles, self.rows, self.isComplete) = (rank, roles, rows, isComplete)
    (self.idSpaces, self.lateness) = (idSpaces, lateness)
    self.withdrawalsContainFee = withdrawalsContainFee
    (self.feesAreEstimates, self.filesRepeatTrades) = (feesAreEstimates, filesRepeatTrades)
    (self.paymentsIncludeFees, self.currencyVaries) = (paymentsIncludeFees, currencyVaries)
    self.ordersLackEnds = ordersLackEnds
    self.groupsAreWhole = groupsAreWhole
  }
}

/// The inputs of a derivation in addition to facts and answers.
public struct DerivationRules: Sendable {
  /// The traits of the forms of each format.
  public var traits: [String: FormTraits]
  /// The usual network fee of each coin, in that coin.
  ///
  /// A transfer without a reported fee may lose up to three times this amount; a coin without an
  /// entry may lose nothing.
  public var usualNetworkFees: [String: Quantity]
  /// Currencies and stablecoins: if one of two legs is in these assets, it pays for the other.
  public var cashAssets: Set<String>
  /// The currencies among them, which the ledger does not hold.
  public var currencies: Set<String>
  /// The accounts of forms whose files name none, by their letters and digits.
  private let defaultAccounts: [String: String]

  /// Makes rules.
  ///
  /// - Parameter defaultAccounts: The accounts of forms whose files name none.
  public init(
    traits: [String: FormTraits], usualNetworkFees: [String: Quantity] = [:],
    cashAssets: Set<String> = [], currencies: Set<String> = [],
    defaultAccounts: some Sequence<String> = []
  ) {
    (self.traits, self.usualNetworkFees) = (traits, usualNetworkFees)
    (self.cashAssets, self.currencies) = (cashAssets, currencies)
    self.defaultAccounts = Dictionary(
      defaultAccounts.map { (Self.lettersAndDigits($0), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// What names of one account share.
  ///
  /// Names that differ only in case are one account; the name of a form's own account may also
  /// have other punctuation, as trackers write `Binance US` for `binance-us`.
  public func accountKey(_ name: String) -> String {
    defaultAccounts[Self.lettersAndDigits(name)] ?? name.lowercased()
  }

  private static func lettersAndDigits(_ name: String) -> String {
    // Bytes, because every event asks for its account; default accounts are ASCII.
    let bytes = name.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 128...:
        byte
      default: nil as UInt8?
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The traits of a form; an undeclared form is a partial report of lowest precedence.
  func traits(of form: String) -> FormTraits {
    traits[FormName(form).format] ?? FormTraits(rank: .max, roles: Set(Role.allCases))
  }
}
