public import Exact
public import FoundationEssentials
public import Portfolio

/// Why a row is not a transaction, though nothing is wrong with it.
public indirect enum LeftOutReason: Equatable, Sendable {
  /// Coins or money came in from elsewhere.
  case deposit
  /// Coins or money went elsewhere.
  case withdrawal
  /// Coins moved between places of one owner, or into and out of a product that holds them.
  case transfer
  /// As ``transfer``; so much of the coin went into a product and is not back at the end of the
  /// file, where no row says what it gained or lost there.
  case notBack(Decimal, String)
  /// State money moved, with no coin on the other side.
  case fiatOnly(String)
  /// A share, fund or other thing that is not a coin; the text is the file's word for it.
  case notACoin(String)
  /// An order that was never carried out; the text is its state.
  case notCarriedOut(String)
  /// A deposit or withdrawal before it was booked, as the row on that line is.
  case announced(line: Int)
  /// Gains and losses of borrowed positions, which move no coin of their own.
  case derivative(String)
  /// The row is part of the trade that begins on that line.
  case partOfTrade(line: Int)
  /// Another export of the same account has it, too; the text is where.
  case reportedElsewhere(String)
  /// The row came before in the same file, its id included.
  case repeated
  /// A kind of row that moves nothing bitpal keeps; the text is the file's word for it.
  case otherKind(String)
}

/// What is wrong with a row.
public indirect enum RefusalReason: Error, Sendable {
  /// A cell that must be filled is empty; the text is its column.
  case missingCell(String)
  /// A column of pairs has a coin alone, and nothing says what it was traded for.
  case coinAlone(column: String, String)
  /// The row stands above the line that names the columns.
  case aboveHeader
  /// The row has more cells than the header has columns.
  case tooManyCells
  /// The row is longer than ``longestRow``.
  case tooLong
  /// On that line a closing quote is followed by more text in the same cell.
  case textAfterQuote(line: Int)
  /// The sign next to a figure is that of money other than the rest of the row, or the map, says.
  case otherMoney(column: String, String, String)
  /// A cell is not an exact decimal number.
  case notANumber(column: String, DecimalTextError)
  /// `1,234` may be a thousand or one and a bit.
  case ambiguousNumber(column: String, String)
  /// Money stands first in a pair, so that a map has to say which side was traded.
  case unclearPair(String)
  /// Nothing in the file says whether `03/04/2024` is in March or in April.
  case ambiguousDate(column: String, String)
  /// A day, as text, before there were coins: the date is written otherwise than it was read.
  case beforeCoins(String)
  /// A cell is not a date of the forms this format uses.
  case notADate(column: String, String)
  /// The time is given in a zone bitpal has no rules for.
  case unknownZone(String)
  /// The file's word for the kind of row is not known.
  case unknownKind(String)
  /// The label of coins that left, or came in, is not known to mean anything that goes this way.
  case unknownLabel(String, isOut: Bool)
  /// A word that is neither that of a purchase nor that of a sale, in a form that has no others.
  case unknownSide(String)
  /// The file's word for the state of an order is not known.
  case unknownState(String)
  /// The text is not an id of a transaction.
  case notAnIdentity(String)
  /// Nothing in the file says in which money its figures are.
  case noCurrency
  /// The text does not name a coin.
  case unknownCoin(String)
  /// A word under a map that has no direction: the fields that give it either one, and the field
  /// that lets the sign of the amount decide.
  case noDirection(word: String, one: String, other: String, bySign: String)
  /// A word under a map for what came in, in a row whose amount is below zero; the text is what the
  /// map has to say for the sign to count.
  case againstSign(word: String, bySign: String, isOut: Bool = false)
  /// A word under a map for a purchase or a sale whose columns say the opposite: what they say was
  /// received and given.
  case againstSides(_ word: String, received: String, spent: String)
  /// Rows that should make one trade together do not.
  case notATrade(String)
  /// Every row has both addresses, and one of them is the user's.
  case unclearOwner
  /// A row that should have both sides of a trade and has one: the file's word for it, and what
  /// moved.
  case oneSided(String, String)
  /// Another row of the same trade, on that line, cannot be read.
  case besideRefused(line: Int)
  /// A row that has no other side; the text is what moved.
  case halfATrade(String)
  /// A row below an order, with no order above it.
  case fillAlone
  /// Nothing says in which coin or currency the fee is.
  case feeWithoutUnit(Decimal)
  /// Other fees of the file have the other sign, so that these or those were paid back.
  case feeOfOtherSign(Decimal)
  /// The price of one, times the amount, is not the total.
  case contradiction(price: Decimal, amount: Decimal, total: Decimal)
  /// A figure that follows from the row needs more than 38 digits, or cannot be computed.
  case inexact(column: String)
  /// The ledger's own rules refuse it.
  case breaksRule(PortfolioError)
}
