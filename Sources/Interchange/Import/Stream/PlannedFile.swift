import FoundationEssentials
import Portfolio

/// One of the long files that are planned together: what its rows are read with, and what belongs
/// to it alone of what they add.
struct PlannedFile {
  /// What the planner has of one file while its rows are planned.
  struct Own {
    var notices: [ImportNotice] = []
    var moves: [PlannedMove] = []
    var alreadyThere = 0
    var names: CoinNames
  }

  let file: StreamedFile
  var own: Own
  /// Rows that another export may tell, where they are only collected.
  var candidates: [PlannedRow] = []
  private let distrusts: Bool
  private let valuer: Valuer
  private var references: RowReferences
  private var balances: BalanceCheck
  /// What its account held before its rows.
  var openingBalances: [Asset: Decimal] { balances.openingBalances }
  private var prices = PriceCheck()
  /// The notices of the file as a whole.
  private var firstNotices = 0
  private var date: Date?

  init(_ file: StreamedFile, _ evidence: FileEvidence, _ planner: ImportPlanner) {
    self.file = file
    own = Own(
      names: CoinNames(directory: planner.coins, stablecoins: planner.policy.stablecoins))
    distrusts = file.evidence.distrusts
    valuer = Valuer(policy: planner.policy, rank: planner.coins.rank, file: evidence)
    references = RowReferences(
      format: file.file.format, account: planner.policy.account, repeated: file.repeated)
    balances = BalanceCheck(file.undated)
  }

  /// Notes what is to be known of the file as a whole, and takes its rows without dates.
  mutating func begin(_ planner: inout ImportPlanner) {
    planner.note(file.file)
    if distrusts { planner.notices.append(.constantRate(file: file.file.name)) }
    firstNotices = planner.notices.count
    for reading in file.undated { planner.apply(reading, of: file.file, valuer, &references) }
  }

  /// Takes what a row says.
  mutating func apply(_ reading: Reading, on date: Date?, _ planner: inout ImportPlanner) {
    if date != self.date {
      references.forgetInstant()
      self.date = date
    }
    balances.compare(reading)
    planner.apply(reading, of: file.file, valuer, &references)
  }

  /// Looks at what a row adds.
  mutating func look(at row: PlannedRow) { prices.look(at: row, valuer) }

  /// What the user should know of the file, but for its prices.
  var notices: [ImportNotice] {
    own.notices.prefix(firstNotices) + balances.differences + own.notices.dropFirst(firstNotices)
  }

  /// What the user should know of its prices.
  var noticesOfPrices: [ImportNotice] { prices.notices }
}

extension ImportPlanner {
  /// Takes up what belongs to one file, or lays it down again.
  mutating func exchange(_ own: inout PlannedFile.Own) {
    swap(&notices, &own.notices)
    swap(&moves, &own.moves)
    swap(&alreadyThere, &own.alreadyThere)
    swap(&names, &own.names)
  }

  /// Adds what belongs to one file to that of the files before.
  mutating func append(_ own: PlannedFile.Own, _ notices: [ImportNotice]) {
    moves += own.moves
    alreadyThere += own.alreadyThere
    names.append(own.names)
    for notice in notices { append(notice) }
  }
}
