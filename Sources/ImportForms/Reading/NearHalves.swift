import FoundationEssentials
import ImportText

extension [[Leg]] {
  /// Joins money and the coin it was exchanged for where their rows, alone in their trades, are of
  /// one kind and two seconds apart at most, and nothing else could be meant.
  mutating func joinNear() {
    let halves = indices.filter { self[$0].count == 1 && self[$0][0].joinsNear }
    let money = halves.filter { self[$0][0].asset.isFiat }
    let coins = halves.filter { !self[$0][0].asset.isFiat }
      .sorted { self[$0][0].date < self[$1][0].date }
    var joined: [(money: Int, coin: Int)] = []
    var timesTaken: [Int: Int] = [:]
    for one in money {
      let near = coins.near(self[one][0].date) { self[$0][0].date }.filter {
        self[$0][0].isOtherSide(of: self[one][0])
      }
      for coin in near { timesTaken[coin, default: 0] += 1 }
      if near.count == 1 { joined.append((one, near[0])) }
    }
    var gone: Set<Int> = []
    for (money, coin) in joined where timesTaken[coin] == 1 {
      self[money] += self[coin]
      gone.insert(coin)
    }
    self = indices.filter { !gone.contains($0) }.map { self[$0] }
  }
}

extension [Int] {
  /// The elements, sorted by a date, that are two seconds from another date at most.
  fileprivate func near(_ date: Date, by dateOf: (Int) -> Date) -> ArraySlice<Int> {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if dateOf(self[middle]) < date - Leg.nearSeconds {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return self[low...].prefix { dateOf($0) <= date + Leg.nearSeconds }
  }
}

extension Leg {
  /// How many seconds money and the coin it was exchanged for are apart at most.
  static let nearSeconds = 2.0

  /// Whether one was received where the other was given, by rows of one kind.
  fileprivate func isOtherSide(of other: Leg) -> Bool {
    (change < 0) != (other.change < 0) && words == other.words
  }
}
