extension CSVRecord {
  /// The coins that the row names in columns whose headings are those of coins or pairs, whatever
  /// else of it cannot be read.
  var assetsByHeading: [Asset] {
    var assets: [Asset] = []
    for (column, _) in header.columns.sorted(by: { $0.value < $1.value })
    where !self[column].isEmpty {
      let heading = HeadingWords(column.filter { $0 != "#" })
      if heading.rank(among: HeaderNames.pairPlaces) != nil {
        do throws(RefusalReason) {
          let pair = try Asset.pair(self[column])
          assets += [pair.base, pair.quote]
          continue
        } catch {
          // Not a pair; it may be a coin.
        }
      }
      guard heading.rank(among: HeaderNames.coinPlaces) != nil else { continue }
      assets.append(Asset(symbol: self[column]))
    }
    if assets.isEmpty { assets = assetBehindAmount }
    return assets.enumerated().filter { place, asset in
      !asset.isFiat && !assets[..<place].contains(asset)
    }.map(\.element)
  }

  /// The coin behind the amount, `0.05 BTC`, where no column holds it.
  private var assetBehindAmount: [Asset] {
    do throws(RefusalReason) {
      guard self["amount"].contains(where: \.isLetter) else { return [] }
      return try signedGlued("amount").map { [$0.asset] } ?? []
    } catch { return [] }
  }
}
