import FoundationEssentials
import ImportText
import Portfolio

/// What a cell of a column of pairs says.
enum MappedPair {
  /// What was traded, and what it was traded for.
  case both(Asset, Asset)
  /// What was traded; what for is said elsewhere.
  case alone(Asset)
}

/// What the same few words of all rows mean.
struct MappedWords {
  let kinds: Memo<RowKind, RefusalReason>
  let pairs: Memo<MappedPair, RefusalReason>
  /// The words whose rows are trades or moves by the sign of their amounts.
  let bySign: Set<String>
  /// What the signs of fees mean.
  let feeRule: FeeRule
  /// The signs of what left, by its word.
  let signs: KindSigns?
  /// Whether the heading of the fee has its unit.
  let namesUnitOfFee: Bool
  /// Whether the one currency of the map is that of pairs which name none: no heading says that all
  /// figures are in it.
  let fillsCurrency: Bool
  /// Whether the heading of the fee says that a network took it.
  let isNetworkFee: Bool
  /// The decimal places in a bitcoin of the units of columns of figures.
  let digits: [ColumnMap.Field: Int]
  /// Whether the amounts are what was filled of orders, whatever became of the rest.
  let isFilled: Bool
  /// How states begin of what was carried out.
  let done: [String]

  init(_ map: ColumnMap, in table: CSVTable) {
    feeRule = FeeRule(map, in: table)
    signs = KindSigns(map, in: table)
    namesUnitOfFee = map.column(.fee).map { HeadingWords($0).unit != nil } ?? false
    let headings = [.total, .net, .price].compactMap { map.column($0) }.map(HeadingWords.init)
    fillsCurrency =
      map.literal(.currency).map { money in !headings.contains { $0.unit == money.uppercased() } }
      ?? false
    isNetworkFee =
      map.column(.fee).map { fee in
        ["network", "netzwerk", "miner", "blockchain"].contains { fee.contains($0) }
      } ?? false
    digits = map.digitsOfUnits
    // Of what was filled in part, a column of what was filled has that part.
    let amount = map.column(.amount) ?? ""
    isFilled = ["fill", "exec"].contains { amount.contains($0) }
    done = [""] + KindTable.doneWords + (isFilled ? ["partial"] : [])
    bySign = map.words(of: .trade).union(map.words(of: .move))
    let table = map.kinds
    let order = map.literal(.pairs)?.lowercased()
    let mayBeReversed = order == nil && !map.has(.coin)
    pairs = Memo { text throws(RefusalReason) in
      guard !Asset.isAlone(text) else { return .alone(Asset(symbol: text)) }
      let pair = try Asset.pair(text)
      if order == "quote/base" { return .both(pair.quote, pair.base) }
      // A pair with money as its base is reversed: some exchanges write what was paid first.
      guard !mayBeReversed || !pair.base.isMoney || pair.quote.isMoney else {
        throw .unclearPair(text)
      }
      return .both(pair.base, pair.quote)
    }
    kinds = Memo { word throws(RefusalReason) in
      guard let kind = table.kind(ofWord: word) ?? table["*"] else { throw .unknownKind(word) }
      return kind
    }
  }
}
