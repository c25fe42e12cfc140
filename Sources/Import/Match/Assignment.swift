/// Pairs movements with candidates one to one, making as many pairs as sure candidates allow.
///
/// Uses augmenting paths, level by level: equal ids first, then equal instants, then the rest.
/// Equal movements are interchangeable, so only the number of pairs matters. Searches keep their
/// own stack and skip visited candidates. Candidates visited by a failed search are removed for
/// good, because no later path leads through them.
struct Assignment {
  private let seekers: [Movement]
  private let index: CandidateIndex
  private let fits: (Movement, Movement) -> Bool
  private let links: [[CandidateIndex.Link]]
  /// The position of the partner of each seeker.
  private(set) var partner: [Int?]
  private var seeker: [Int?]
  /// Whether an equal id proves the pair at a position, which is then final.
  private var isProved: [Bool]
  private var free: SkipList
  private var unseen: SkipList

  /// A pair that a path adds or moves.
  struct Step {
    let seeker: Int
    let position: Int
  }

  /// Prepares the pairing of movements with those of an index.
  ///
  /// - Parameter fits: The condition for a pair in addition to being candidates.
  init(
    _ seekers: [Movement], index: CandidateIndex,
    fits: @escaping (Movement, Movement) -> Bool = { _, _ in true }
  ) {
    (self.seekers, self.index, self.fits) = (seekers, index, fits)
    links = seekers.map { index.links(of: $0) }
    partner = Array(repeating: nil, count: seekers.count)
    seeker = Array(repeating: nil, count: index.items.count)
    isProved = Array(repeating: false, count: index.items.count)
    free = SkipList(count: index.items.count)
    unseen = SkipList(count: index.items.count)
  }

  /// Makes as many pairs as sure candidates allow, first for counting movements, then for waiting
  /// ones.
  mutating func matchSure() {
    matchSure(where: { $0.fate == .counts })
    matchSure(where: { $0.fate != .counts })
  }

  private mutating func matchSure(where isSought: (Movement) -> Bool) {
    for certainty in [Certainty.sameID, .sameInstant, .covered] {
      startLevel()
      for index in seekers.indices where partner[index] == nil && isSought(seekers[index]) {
        if let path = path(from: index, upTo: certainty) { apply(path) }
      }
      guard certainty == .sameID else { continue }
      for position in partner.compactMap(\.self) { isProved[position] = true }
    }
  }

  /// Resets the visited candidates, because another level has others.
  mutating func startLevel() { unseen = SkipList(count: index.items.count) }

  /// Makes the pairs of a path.
  mutating func apply(_ path: [Step]) {
    for step in path {
      partner[step.seeker] = step.position
      seeker[step.position] = step.seeker
      free.remove(step.position)
    }
  }

  /// Reserves the end of a path so that no further path uses it.
  mutating func reserve(_ position: Int) {
    free.remove(position)
    unseen.remove(position)
  }

  /// A path that gives a seeker a partner: the pairs along it, the new partner first.
  mutating func path(from start: Int, upTo certainty: Certainty) -> [Step]? {
    guard !links[start].isEmpty else { return nil }
    var stack = [Frame(seeker: start)]
    unseen.startLog()
    while let frame = stack.last {
      if !frame.isOpened {
        stack[stack.count - 1].isOpened = true
        if let position = freePartner(of: frame.seeker, upTo: certainty) {
          unseen.undoLog()
          var steps = [Step(seeker: frame.seeker, position: position)]
          for (outer, inner) in zip(stack, stack.dropFirst()).reversed() {
            steps.append(Step(seeker: outer.seeker, position: inner.entrance))
          }
          return steps
        }
      }
      if let (position, next) = takenPartner(of: stack[stack.count - 1], upTo: certainty) {
        stack[stack.count - 1] = next
        unseen.remove(position)
        if let owner = seeker[position] { stack.append(Frame(seeker: owner, entrance: position)) }
      } else {
        stack.removeLast()
      }
    }
    return nil
  }

  /// A seeker on the search stack and its next untried candidate.
  private struct Frame {
    let seeker: Int
    var entrance = -1
    var isOpened = false
    var link = 0
    var position = 0
  }

  private mutating func freePartner(of seeker: Int, upTo certainty: Certainty) -> Int? {
    for link in links[seeker] where link.certainty <= certainty {
      var position = free.next(link.range.lowerBound)
      while position < link.range.upperBound {
        if mayPair(seeker, position) { return position }
        position = free.next(position + 1)
      }
    }
    return nil
  }

  private mutating func takenPartner(
    of frame: Frame, upTo certainty: Certainty
  ) -> (position: Int, frame: Frame)? {
    var frame = frame
    while frame.link < links[frame.seeker].count {
      let link = links[frame.seeker][frame.link]
      if link.certainty <= certainty {
        let start = max(link.range.lowerBound, frame.position)
        let position = unseen.next(start)
        if position < link.range.upperBound {
          frame.position = position + 1
          if seeker[position] != nil, !isProved[position], mayPair(frame.seeker, position) {
            return (position, frame)
          }
          continue
        }
      }
      frame.link += 1
      frame.position = 0
    }
    return nil
  }

  private func mayPair(_ seeker: Int, _ position: Int) -> Bool {
    let (mine, theirs) = (seekers[seeker], index.items[position])
    return !idsContradict(mine, theirs) && fits(mine, theirs)
  }
}

/// Positions with removals; finds the next remaining one in nearly constant time.
struct SkipList {
  private var target: [Int32]
  private var log: [(index: Int32, target: Int32)]?

  init(count: Int) { target = (0...Int32(clamping: count)).map { $0 } }

  /// Whether a position remains.
  func contains(_ position: Int) -> Bool { Int(target[position]) == position }

  /// The first remaining position at or after a start; the count if there is none.
  mutating func next(_ start: Int) -> Int {
    guard start < target.count else { return target.count - 1 }
    var end = start
    while Int(target[end]) != end { end = Int(target[end]) }
    var index = start
    while Int(target[index]) != end, index != end {
      let following = Int(target[index])
      set(index, Int32(end))
      index = following
    }
    return end
  }

  /// Removes a position.
  mutating func remove(_ position: Int) {
    if Int(target[position]) == position { set(position, Int32(position + 1)) }
  }

  /// Starts recording changes.
  mutating func startLog() { log = [] }

  /// Restores the state at the start of the log.
  mutating func undoLog() {
    for change in (log ?? []).reversed() { target[Int(change.index)] = change.target }
    log = nil
  }

  private mutating func set(_ index: Int, _ value: Int32) {
    log?.append((Int32(index), target[index]))
    target[index] = value
  }
}
