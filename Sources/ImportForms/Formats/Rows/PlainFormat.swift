import FoundationEssentials
import ImportText
import Portfolio

/// A format in which every row stands for itself and every fact has a column: which column holds
/// which.
///
/// Columns are named in lower case; a name that ends with `*` is the first column that begins so.
struct TableFormat: Sendable {
  /// What a number counts.
  enum Unit: Sendable {
    /// The currency or coin in a column.
    case column(String)
    /// As in a column, or the given one where the column has none, or `N/A`.
    case columnOr(String, String)
    /// As in a column, or in another one where that has none, or `-`.
    case either(String, String)
    /// Always the same one.
    case of(String)
    /// Written next to the number, such as `0.5 BTC`.
    case glued
    /// The first and the second side of the pair.
    case base, quote
    /// What the heading of the number's column names in brackets, such as `Amount (BTC)`.
    case heading
    /// What the row's trade brought in; for fees.
    case received
    /// The first side of the pair, or what a column holds where there is no pair.
    case baseOr(String)
  }

  /// What the sign of a fee says.
  enum FeeSign: Sendable {
    /// Every fee is charged, whatever its sign.
    case nothing
    /// One below zero is a rebate.
    case belowZeroIsRebate
    /// One below zero is charged, one above zero a rebate.
    case aboveZeroIsRebate
  }

  /// A number and what it counts.
  struct Cell: Sendable {
    let column: String
    let unit: Unit
    init(_ column: String, _ unit: Unit) { (self.column, self.unit) = (column, unit) }
  }

  /// The columns that distinguish the form from others.
  let columns: [String]
  /// Whether a file of this form has no others; see ``FormatReader/isWhole``.
  var isWhole = false
  /// Whether only their order distinguishes columns of one name; see ``FormatReader/isOrdered``.
  var isOrdered = false
  /// Columns that a file of this form has not; see ``FormatReader/absent``.
  var absent: [String] = []
  /// Whether its times are those of the customer's own zone; see ``FormatReader/hasLocalTimes``.
  var hasLocalTimes = false
  /// What matching needs to know of its rows.
  var declares = FormDeclaration()
  /// The columns of day and time.
  var date = ["date"]
  /// The forms of a date besides those with digits alone, whose order the rows show.
  var forms: [DateFormat] = [.yearFirst, .monthName, .dayMonthName, .weekday, .timeFirst, .unix]
  var zone = Zone.utc
  /// The zone of its times where the user names no other, because the file names none.
  var usualZone: Zone?
  /// The hours of letters of zones that elsewhere mean several, such as `BST`.
  var offsets: [String: String] = [:]
  /// Whether the name of the file carries the zone; see ``CSVHeader/zoneOfFile(_:)``.
  var isZoneInFileName = false
  /// The column of states, and how the words begin for what was carried out.
  var status: (column: String, done: [String])?
  /// The columns whose words, joined by a space, name the kind of row, where the form has several.
  var side: [String] = []
  /// The kind of every row where no column names it.
  var kind = RowKind.trade
  /// Words for kinds besides the common ones.
  var kinds: KindTable = [:]
  /// What the exchange calls a coin or money that others call otherwise.
  var tickers: [String: String] = [:]
  var pair: String?
  /// Whether the pair names what was paid first, such as `BTC-LTC`.
  var isQuoteFirst = false
  /// Whether a pair without a slash is a contract, not coins.
  var hasContracts = false
  /// What was traded, and what was paid for it: one column each whatever the side.
  var amount: Cell?
  var money: Cell?
  /// The price of one, where no column holds the total.
  var price: String?
  /// What was received and given, where each has a column of its own.
  var received: Cell?
  var spent: Cell?
  var fees: [Cell] = []
  /// What the one fee was worth in money.
  var feeWorth: Cell?
  /// Whether the amounts of trades have the fees in them already.
  var includesFees = false
  /// Whether the amounts of moves have; as those of trades where nothing is said.
  var movesIncludeFees: Bool?
  /// What the sign of a fee says.
  var feeSign = FeeSign.nothing
  /// Whether a comma groups thousands in every number, so that `1,000` is a thousand.
  var groupsThousands = false
  /// Whether a row without money is a move.
  var isMoveWithoutMoney = false
  /// Where the row says what it was worth; the first that is filled counts.
  var worth: [Cell] = []
  /// What one of the coins was worth; of a purchase or sale without money, what was paid for one.
  var worthOfOne: Cell?
  /// The column of the exchange's ids, after the word for the exchange.
  var id: (source: String, column: String)?
  var hash: String?
  var balance: String?
  var notes: String?
  /// The column of remarks, and what it says of deposits that were earned.
  var rewards: (column: String, word: String)?
  var account: String?
  /// The account that coins left, where it has a column of its own.
  var accountOut: String?
}

extension FormatReader {
  /// Readers of the forms one source's files have.
  static func plain(_ format: ImportFormat, _ forms: TableFormat...) -> [FormatReader] {
    forms.map { form in
      FormatReader(
        format: format, signatures: [form.columns], slashedDates: form.date[0],
        isWhole: form.isWhole, isOrdered: form.isOrdered, absent: form.absent,
        hasIdleTypes: form.isLeftOut, hasLocalTimes: form.hasLocalTimes,
        declares: form.declares
      ) { table in
        let form = form.resolved(in: table.header)
        return table.readMany { record throws(RefusalReason) in
          try TableRow(form: form, record: record).meanings()
        }
      }
    }
  }
}

extension TableFormat {
  /// Whether no row of the form is read.
  fileprivate var isLeftOut: Bool {
    switch kind {
    case .derivative, .nothing: side.isEmpty
    default: false
    }
  }

  /// The form with the names that columns have in this file.
  fileprivate func resolved(in header: CSVHeader) -> TableFormat {
    var form = self
    form.date = date.map { header.full($0) }
    if let usualZone { form.zone = header.zone ?? usualZone }
    if let zone = header.headingZone ?? Zone(heading: form.date[0]) { form.zone = zone }
    form.amount = amount?.resolved(in: header)
    form.money = money?.resolved(in: header)
    form.received = received?.resolved(in: header)
    form.spent = spent?.resolved(in: header)
    form.worth = worth.map { $0.resolved(in: header) }
    form.worthOfOne = worthOfOne?.resolved(in: header)
    form.fees = fees.map { $0.resolved(in: header) }
    form.feeWorth = feeWorth?.resolved(in: header)
    form.price = price.map { header.full($0) }
    form.kinds = KindTable.common.merging(kinds) { $1 }
    return form
  }
}

extension TableFormat.Cell {
  fileprivate func resolved(in header: CSVHeader) -> TableFormat.Cell {
    let column = header.full(column)
    guard case .heading = unit, let code = header.unit(of: column) else {
      return TableFormat.Cell(column, unit)
    }
    return TableFormat.Cell(column, .of(code))
  }
}

extension CSVHeader {
  /// The column that a name, or its beginning before `*`, means.
  fileprivate func full(_ name: String) -> String {
    guard name.hasSuffix("*") else { return name }
    return first(prefix: String(name.dropLast())) ?? name
  }
}

extension KindTable {
  /// Words that mean the same everywhere.
  static let common = KindTable([
    .buy: [
      "buy", "bought", "purchase", "b", "bid", "limit buy", "market buy", "limit_buy",
      "market_buy", "buy limit", "buy_limit", "buy market", "buy_market",
    ],
    .sell: [
      "sell", "sold", "sale", "s", "ask", "limit sell", "market sell", "limit_sell",
      "market_sell", "sell limit", "sell_limit", "sell market", "sell_market",
    ],
    .trade: ["trade", "exchange", "swap", "convert", "conversion"],
    .deposit: ["deposit", "receive", "received", "in", "recv"],
    .withdrawal: ["withdrawal", "withdraw", "withdrawals", "send", "sent", "out"],
    .move: ["transfer"],
    .reward: [
      "reward", "rewards", "staking", "staking reward", "interest", "mining", "cashback",
      "airdrop", "income", "referral", "bonus",
    ],
    .gift: ["gift", "fork"], .payment: ["payment", "spend"], .fee: ["fee"],
  ])
}
