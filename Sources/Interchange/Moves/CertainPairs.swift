/// The pairs of which no other choice leaves as many, where each thing of one kind may belong to
/// several of another.
///
/// A pair is certain where every way to make as many pairs as possible has it. That follows from
/// what may belong together alone, so that the order of the things makes no difference.
struct CertainPairs {
  /// What each thing of a kind may belong to, and what it belongs to in one of the ways.
  private struct Side {
    let fits: [[Int]]
    var partners: [Int?]

    init(_ fits: [[Int]]) {
      self.fits = fits
      partners = Array(repeating: nil, count: fits.count)
    }

    /// Those that have a partner in no way that was found.
    var left: [Int] { partners.indices.filter { partners[$0] == nil && !fits[$0].isEmpty } }
  }

  private var one: Side
  private var other: Side
  /// What was looked at in vain.
  private var passed: [Bool]

  /// - Parameters:
  ///   - fits: Which of the other kind each of the one may belong to.
  ///   - count: How many there are of the other kind.
  init(_ fits: [[Int]], of count: Int) {
    var back: [[Int]] = Array(repeating: [], count: count)
    for (place, others) in fits.enumerated() {
      for other in others { back[other].append(place) }
    }
    (one, other) = (Side(fits), Side(back))
    passed = Array(repeating: false, count: count)
    for place in fits.indices { pair(place) }
  }

  /// What each of the one kind belongs to; `nil` where that is not certain.
  func partners() -> [Int?] {
    var certain = one.partners
    for place in Self.reached(from: one.left, one, other) { certain[place] = nil }
    for place in Self.reached(from: other.left, other, one) {
      if let own = other.partners[place] { certain[own] = nil }
    }
    for circle in circles() where circle.count > 1 {
      for place in circle { certain[place] = nil }
    }
    return certain
  }

  /// Finds a partner for one more, for whom others may have to change theirs.
  private mutating func pair(_ start: Int) {
    var asked: [Int: Int] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let place = waiting[next]
      next += 1
      for candidate in one.fits[place] where !passed[candidate] {
        passed[candidate] = true
        asked[candidate] = place
        guard let holder = other.partners[candidate] else {
          change(to: candidate, asked)
          for candidate in asked.keys { passed[candidate] = false }
          return
        }
        waiting.append(holder)
      }
    }
    // Nothing that was looked at is of use to any other either: it stays passed.
  }

  private mutating func change(to last: Int, _ asked: [Int: Int]) {
    var candidate: Int? = last
    while let own = candidate, let place = asked[own] {
      candidate = one.partners[place]
      (one.partners[place], other.partners[own]) = (own, place)
    }
  }

  /// Those of a kind that could give their partners away, so that another of it has one instead.
  private static func reached(from left: [Int], _ side: Side, _ others: Side) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = left
    while let place = waiting.popLast() {
      for candidate in side.fits[place] {
        guard let holder = others.partners[candidate], found.insert(holder).inserted else {
          continue
        }
        waiting.append(holder)
      }
    }
    return found
  }

  /// Those that could exchange their partners in a circle, together; any other alone.
  private func circles() -> [[Int]] {
    var found: [[Int]] = []
    var seen: Set<Int> = []
    for start in finished().reversed() where seen.insert(start).inserted {
      var circle = [start]
      var next = 0
      while next < circle.count {
        let own = one.partners[circle[next]]
        next += 1
        for place in own.map({ other.fits[$0] }) ?? []
        where one.partners[place] != nil && seen.insert(place).inserted {
          circle.append(place)
        }
      }
      found.append(circle)
    }
    return found
  }

  /// Those that have partners, each behind all whose partners it could have, but for circles.
  private func finished() -> [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    for start in one.fits.indices where one.partners[start] != nil && seen.insert(start).inserted {
      var path = [(place: start, next: 0)]
      while let (place, next) = path.last {
        guard next < one.fits[place].count else {
          order.append(place)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        if let holder = other.partners[one.fits[place][next]], seen.insert(holder).inserted {
          path.append((holder, 0))
        }
      }
    }
    return order
  }
}
