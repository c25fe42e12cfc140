import Import
import ImportText
import Portfolio

extension RowQuestion {
  /// The question that a refused row raises.
  init(_ reason: RefusalReason) {
    let (kind, subject): (Kind, String) =
      switch reason {
      case .unknownKind(let word), .unknownLabel(let word, _), .unknownSide(let word),
        .unknownState(let word), .noDirection(let word, _, _, _), .againstSign(let word, _, _),
        .againstSides(let word, _, _):
        (.wordUnknown, word)
      case .unknownCoin(let name), .unclearPair(let name),
        .coinAlone(_, let name):
        (.coinUnknown, name)
      case .halfATrade(let name), .oneSided(_, let name), .worthAlone(_, let name),
        .notATrade(let name):
        (.halfOfTrade, name)
      case .besideRefused, .fillAlone: (.halfOfTrade, "")
      case .ambiguousDate(let column, _), .notADate(let column, _): (.timeUnclear, column)
      case .unknownZone(let zone): (.timeUnclear, zone)
      case .beforeCoins: (.timeUnclear, "date")
      case .missingCell(let column), .notANumber(let column, _), .ambiguousNumber(let column, _),
        .otherMoney(let column, _, _), .inexact(let column):
        (.unreadable, column)
      case .feeWithoutUnit, .feeOfOtherSign: (.unreadable, "fee")
      case .notAnIdentity: (.unreadable, "id")
      case .noCurrency: (.unreadable, "currency")
      case .unclearOwner: (.unreadable, "owner")
      case .contradiction: (.unreadable, "figures")
      case .aboveHeader: (.unreadable, "header")
      case .tooLong, .tooManyCells, .textAfterQuote, .cutOff: (.unreadable, "row")
      case .breaksRule(let error): (.unreadable, error.sentence)
      }
    self.init(kind, subject: subject, reason: reason.sentence)
  }
}

extension LeftOut {
  /// Why a row has no effect; `nil` if it is part of what other rows state.
  init?(_ reason: LeftOutReason) {
    switch reason {
    case .partOfTrade, .announced: return nil
    case .transfer, .notBack: self.init(.inside)
    case .fiatOnly(let name): self.init(.money, word: name)
    case .notACoin(let word): self.init(.notACoin, word: word)
    case .notCarriedOut(let word): self.init(.notCarriedOut, word: word)
    case .derivative(let word): self.init(.contract, word: word)
    case .repeated: self.init(.repeated)
    case .otherKind(let word): self.init(.other, word: word)
    default: self.init(.other)
    }
  }
}
