extension CSVRecord {
  /// The coins that the row names in columns whose headings are those of coins or pairs, whatever
  /// else of it cannot be read.
  var assetsByHeading: [Asset] {
    // bitpal's own column.
    guard self["coin_id"].isEmpty else { return [.idOrSymbol(self["coin_id"])] }
    var assets: [Asset] = []
    for (column, _) in header.columns.sorted(by: { $0.value < $1.value })
    where !self[column].isEmpty {
      // Of columns of one name the second has a number.
      var name = column.filter { $0 != "#" }
      while name.last?.isNumber == true { name.removeLast() }
      let heading = HeadingWords(name)
      let isCoin = heading.rank(among: HeaderNames.coinPlaces) != nil
      if heading.rank(among: HeaderNames.pairPlaces) != nil || isCoin && self[column].contains("/")
      {
        do throws(RefusalReason) {
          let pair = try Asset.pair(self[column])
          assets += [pair.base, pair.quote]
          continue
        } catch {
          // Not a pair; it may be a coin.
        }
      }
      guard isCoin else { continue }
      assets.append(Asset(symbol: self[column]))
    }
    assets.removeAll(where: \.isFiat)
    if assets.isEmpty { assets = assetsOfUnits }
    if assets.isEmpty { assets = assetBehindAmount }
    return assets.enumerated().filter { place, asset in
      !assets[..<place].contains(asset)
    }.map(\.element)
  }

  /// The coins that headings of filled columns name: `Amount (BTC)`, `Fee BTC`, `Betrag (mBTC)`.
  private var assetsOfUnits: [Asset] {
    header.columns.keys.sorted().compactMap { column in
      let heading = HeadingWords(column)
      guard !self[column].isEmpty, let unit = heading.unit ?? heading.pricedCoin else { return nil }
      let asset = Asset(symbol: unit)
      return asset.isFiat ? nil : asset
    }
  }

  /// The coin behind the amount, `0.05 BTC`, where no column holds it.
  private var assetBehindAmount: [Asset] {
    do throws(RefusalReason) {
      guard self["amount"].contains(where: \.isLetter) else { return [] }
      return try signedGlued("amount").map { [$0.asset] } ?? []
    } catch { return [] }
  }
}
