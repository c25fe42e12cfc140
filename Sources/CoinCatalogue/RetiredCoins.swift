/// Ids whose coin lives on under another id.
///
/// CoinGecko answers the old id with empty figures, and lists it still: shapeshift/web#11579
/// (`matic-network`: `"current_price": {}`, supply 0).
let successors = ["matic-network": "polygon-ecosystem-token"]

extension CoinCatalogue {
  /// The coin a retired id became, or `nil` when the id is not retired.
  ///
  /// An id that the catalogue ranks again is alive, whatever the table says.
  func successor(ofId id: String) -> CatalogueCoin? {
    guard let successorId = successors[id], let successor = coin(id: successorId),
      coin(id: id)?.rank == nil
    else { return nil }
    return successor
  }
}
