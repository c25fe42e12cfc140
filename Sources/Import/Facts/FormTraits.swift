public import Exact

/// What a form declares about its rows, as far as matching needs it.
public struct FormTraits: Sendable, Hashable {
  /// The kind of the form's rows.
  public enum Rows: Sendable, Hashable {
    /// Whole events: a fill, a convert, a deposit.
    case events
    /// Single movements; a trade has two or three of them.
    case legs
    /// Orders, which are sums of fills; a row of another form with ``Fact/orderStart`` is one, too.
    case orders
  }

  /// The precedence of the form: the lowest one says most and is read first.
  public var rank: Int
  /// The roles that the form reports.
  public var roles: Set<Role>
  /// What a row is.
  public var rows: Rows
  /// Whether a file has all assets of these roles, like a statement, or only those it names.
  public var isComplete: Bool
  /// The spaces of the ids that the form prints.
  public var idSpaces: Set<IDSpace>
  /// By how much the form's instants differ from those of other reports, in microseconds.
  ///
  /// Zero unless declared.
  public var lateness: [Role: Int64]
  /// Whether the fee of a withdrawal is part of its amount.
  public var withdrawalsContainFee: Bool
  /// Whether all legs of a ``Fact/group`` are one trade; otherwise the group only separates legs of
  /// the same instant.
  public var groupsAreWhole: Bool

  /// Makes traits; the defaults are those of an exact report of events.
  public init(
    rank: Int, roles: Set<Role>, rows: Rows = .events, isComplete: Bool = false,
    idSpaces: Set<IDSpace> = [], lateness: [Role: Int64] = [:],
    withdrawalsContainFee: Bool = true, groupsAreWhole: Bool = false
  ) {
    (self.rank, self.roles, self.rows, self.isComplete) = (rank, roles, rows, isComplete)
    (self.idSpaces, self.lateness) = (idSpaces, lateness)
    self.withdrawalsContainFee = withdrawalsContainFee
    self.groupsAreWhole = groupsAreWhole
  }
}

/// What a derivation needs in addition to facts and answers.
public struct DerivationRules: Sendable {
  /// The traits of each form by its name.
  public var traits: [String: FormTraits]
  /// The usual network fee of each coin, in the coin.
  ///
  /// A transfer whose fee no report states may lose up to three of them; a coin without one may
  /// lose nothing.
  public var usualNetworkFees: [String: Quantity]
  /// Currencies and stablecoins: of two legs, the one in these assets pays for the other.
  public var cashAssets: Set<String>

  /// Makes rules.
  public init(
    traits: [String: FormTraits], usualNetworkFees: [String: Quantity] = [:],
    cashAssets: Set<String> = []
  ) {
    (self.traits, self.usualNetworkFees) = (traits, usualNetworkFees)
    self.cashAssets = cashAssets
  }

  /// The traits of a form; one that is not declared is a partial report of lowest precedence.
  func traits(of form: String) -> FormTraits {
    traits[form] ?? FormTraits(rank: .max, roles: Set(Role.allCases))
  }
}
