/// The graph of all reachable states of a flow and the moves between them.
struct Exploration {
  let flow: Flow
  private let engine: FlowEngine
  private let possible: PossibleMoves
  private(set) var packer: StatePacker
  private(set) var table = StateTable()
  /// The distinct moves that occur; edge labels are indices into this list.
  private(set) var moves: [Move] = []
  private var placesOfMoves: [Move: Int32] = [:]
  /// The index of the first edge of each state, followed by the total number of edges.
  private(set) var firstEdge: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var labels: [Int32] = []
  /// For each success criterion, the first state and move that would end the story while the
  /// criterion is unmet.
  private(set) var refused: [(state: Int, move: Int, criterion: Int)] = []
  /// The number of states that were discovered but not expanded because of the limit.
  private(set) var unvisited = 0

  /// The number of initial states: one for a new user, and one for each version in `news` that a
  /// user may have finished.
  private(set) var beginnings = 0

  init(_ flow: Flow, most: Int) {
    self.flow = flow
    engine = FlowEngine(flow)
    possible = PossibleMoves(flow: flow)
    packer = StatePacker(flow)
    var first = [FlowState(flow)]
    for news in flow.news {
      var state = FlowState(flow)
      (state.finished, state.lastUse) = (news.version, 0)
      first.append(state)
    }
    for state in first { _ = table.insert(packer.pack(state), parent: -1, move: -1) }
    beginnings = table.count
    explore(most)
  }

  private mutating func explore(_ most: Int) {
    var next = 0
    while next < table.count, next < most {
      let state = packer.unpack(table.packed(next))
      for move in possible.moves(in: state, packer.classes) { take(move, in: state, at: next) }
      firstEdge.append(Int32(targets.count))
      next += 1
    }
    unvisited = table.count - next
    // Unexpanded states have no edges.
    while firstEdge.count <= table.count { firstEdge.append(Int32(targets.count)) }
  }

  private mutating func take(_ move: Move, in state: FlowState, at place: Int) {
    var turn = engine.play(state, move)
    if let ignored = turn.ignored {
      if case .notYet(let criterion) = ignored,
        !refused.contains(where: { $0.criterion == criterion })
      {
        refused.append((place, intern(move), criterion))
      }
      return
    }
    turn.state.said = nil
    let packed = packer.pack(turn.state)
    let label = intern(move)
    let (target, _) = table.insert(packed, parent: place, move: label)
    guard target != place else { return }
    targets.append(Int32(target))
    labels.append(Int32(label))
  }

  private mutating func intern(_ move: Move) -> Int {
    if let known = placesOfMoves[move] { return Int(known) }
    placesOfMoves[move] = Int32(moves.count)
    moves.append(move)
    return moves.count - 1
  }

  // MARK: - Queries

  var count: Int { table.count }

  func state(_ place: Int) -> FlowState { packer.unpack(table.packed(place)) }

  /// The step of a state, read from its packed bytes without unpacking them.
  func step(_ place: Int) -> Int? {
    let byte = table.packed(place).first ?? 255
    return byte == 255 ? nil : Int(byte)
  }

  func edges(of place: Int) -> Range<Int> { Int(firstEdge[place])..<Int(firstEdge[place + 1]) }

  /// The moves that lead to a state, in order, as text for a finding.
  func way(to place: Int, then move: Int? = nil) -> [String] {
    var labels: [Int] = move.map { [$0] } ?? []
    var current = place
    while table.parents[current] >= 0 {
      labels.append(Int(table.moves[current]))
      current = Int(table.parents[current])
    }
    var words = current > 0 ? ["finish an older version"] : []
    var step = step(current)
    var state = current
    var path: [Int] = []
    var walked = place
    while walked != current {
      path.append(walked)
      walked = Int(table.parents[walked])
    }
    for label in labels.reversed() {
      words.append(FlowWords(flow).words(of: moves[label], at: step))
      if let next = path.popLast() { state = next }
      step = self.step(state)
    }
    return words
  }

  /// Marks the states from which a goal can be reached through allowed moves.
  func leading(to goals: [Bool], over isAllowed: (Int) -> Bool = { _ in true }) -> [Bool] {
    // Build the reversed edges as an adjacency list.
    var counts = [Int32](repeating: 0, count: count + 1)
    for target in targets { counts[Int(target) + 1] += 1 }
    for place in 1...count { counts[place] += counts[place - 1] }
    var sources = [Int32](repeating: 0, count: targets.count)
    var via = [Int32](repeating: 0, count: targets.count)
    var next = counts
    for source in 0..<count {
      for edge in edges(of: source) {
        let place = Int(next[Int(targets[edge])])
        sources[place] = Int32(source)
        via[place] = labels[edge]
        next[Int(targets[edge])] += 1
      }
    }
    var leads = goals
    var queue = goals.indices.filter { goals[$0] }
    while let state = queue.popLast() {
      for edge in Int(counts[state])..<Int(counts[state + 1])
      where isAllowed(Int(via[edge])) && !leads[Int(sources[edge])] {
        leads[Int(sources[edge])] = true
        queue.append(Int(sources[edge]))
      }
    }
    return leads
  }

  /// Marks the states that can be reached from the initial states through allowed moves.
  func reachable(over isAllowed: (Int) -> Bool) -> [Bool] {
    var isReached = [Bool](repeating: false, count: count)
    var queue = Array(0..<beginnings)
    for state in queue { isReached[state] = true }
    while let state = queue.popLast() {
      for edge in edges(of: state) where isAllowed(Int(labels[edge])) {
        let target = Int(targets[edge])
        guard !isReached[target] else { continue }
        isReached[target] = true
        queue.append(target)
      }
    }
    return isReached
  }
}
