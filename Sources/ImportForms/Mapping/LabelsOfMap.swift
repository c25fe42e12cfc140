import FoundationEssentials
import ImportText
import Portfolio

extension MappedRow {
  /// What a deposit or withdrawal was by the label that its row has; any other row keeps its kind.
  ///
  /// - Parameter isOut: Whether coins left.
  /// - Throws: ``RefusalReason/unknownLabel(_:isOut:)`` for a label that says nothing of coins that
  ///   went this way.
  func labeled(
    _ kind: RowKind, _ word: String, isOut: Bool
  ) throws(RefusalReason) -> (RowKind, String) {
    let label = text(.label)
    guard kind.isMove, !label.isEmpty else { return (kind, word) }
    switch map.kinds.kind(ofWord: label) ?? map.ownKinds["*"] {
    case .deposit, .withdrawal, .move, .returned: return (kind, word)
    case .gift: return (isOut ? .payment : .gift, label)
    case .reward where !isOut: return (.reward, label)
    case .payment where isOut: return (.payment, label)
    case .fee where isOut: return (.fee, label)
    case .nothing: return (.nothing, label)
    default: throw .unknownLabel(label, isOut: isOut)
    }
  }
}

extension MapGuess {
  /// Keeps a column of labels where the first rows show it: on deposits and withdrawals it has
  /// words that are known, and no others.
  mutating func settleLabel() {
    guard let label = found[.label] else { return }
    let labels = records.prefix(50).filter(isOfMove).map { $0[label] }.filter { !$0.saysNone }
    let areKnown = labels.allSatisfy { word in
      switch KindTable.everyLanguage.kind(ofWord: word) {
      case .reward, .gift, .payment, .fee, .deposit, .withdrawal, .move: true
      default: false
      }
    }
    if labels.isEmpty || !areKnown { found[.label] = nil }
  }

  private func isOfMove(_ record: CSVRecord) -> Bool {
    guard let side = found[.side] else { return true }
    return KindTable.everyLanguage.kind(ofWord: record[side])?.isMove ?? false
  }

  /// Takes what was credited and what was debited of coins, whose rows say what happened, for coins
  /// that came and went.
  mutating func chooseCreditAndDebit() {
    guard found[.side] != nil, found[.amount] == nil, found[.pair] == nil,
      found[.received] == nil, found[.spent] == nil, let coin = found[.coin] ?? found[.currency],
      !cells(coin).allSatisfy({ Asset(symbol: $0).isFiat }),
      let credit = column(named: "credit"), let debit = column(named: "debit"),
      records.allSatisfy({ [number($0, credit) ?? 0, number($0, debit) ?? 0].contains(0) })
    else { return }
    (found[.received], found[.spent]) = (credit, debit)
    (found[.receivedCoin], found[.spentCoin]) = (coin, coin)
    (found[.coin], found[.currency]) = (nil, nil)
  }

  private func column(named text: String) -> String? {
    freeColumns.first { words[$0]?.text == text }
  }

  /// Takes the fees of makers and those of takers, where each row has one at most.
  mutating func chooseFeesOfMakersAndTakers() {
    guard found[.fee] == nil else { return }
    func column(of side: String) -> String? {
      let columns = freeColumns.filter { column in
        let isFee = words[column]?.saysFee ?? false
        return isFee && column.contains(side) && !column.contains("rate") && !column.contains("%")
      }
      return columns.count == 1 ? columns[0] : nil
    }
    guard let maker = column(of: "maker"), let taker = column(of: "taker"), maker != taker,
      words[maker]?.unit == words[taker]?.unit,
      records.allSatisfy({ record in
        let fees = [maker, taker].map { number(record, $0) ?? 0 }
        return fees.contains(0) && fees.allSatisfy { $0 >= 0 }
      })
    else { return }
    (found[.fee], found[.secondFee]) = (taker, maker)
    units[.fee] = words[taker]?.unit
  }
}
