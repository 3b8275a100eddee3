/// Packs states into bytes and unpacks them; values that no condition can distinguish become equal.
struct StatePacker {
  let flow: Flow
  private(set) var classes: ValueClasses

  init(_ flow: Flow) {
    self.flow = flow
    classes = ValueClasses(flow)
  }

  private static let none: UInt8 = 255

  /// Packs a state without display-only data, such as the progress of a task.
  mutating func pack(_ state: FlowState) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(state.facts.count + 16)
    bytes.append(state.step.map(UInt8.init) ?? Self.none)
    let finished = state.finished.map { $0 + 1 } ?? 0
    bytes += [UInt8(finished & 255), UInt8(clamping: finished >> 8)]
    bytes.append(state.lastUse == nil ? 0 : 1)
    for (place, value) in state.facts.enumerated() {
      bytes.append(classes.place(of: value, fact: place))
    }
    bytes.append(UInt8(state.history.count))
    bytes += state.history.map(UInt8.init)
    bytes += Self.bytes(of: state.asking)
    bytes.append(UInt8(state.waiting.count))
    for waiting in state.waiting.sorted(by: { $0.effect < $1.effect }) {
      bytes += [UInt8(waiting.effect), UInt8(waiting.step), waiting.isPaused ? 1 : 0]
      switch waiting.from {
      case .enter: bytes += [1, 0, 0]
      case .after: bytes += [2, 0, 0]
      case .action(let place): bytes += Self.bytes(of: place)
      }
    }
    bytes.append(UInt8(state.told.count))
    bytes += state.told.sorted().map(UInt8.init)
    bytes += state.owed.map(UInt8.init)
    return bytes
  }

  private static func bytes(of place: ActionPlace?) -> [UInt8] {
    switch place {
    case nil: [0, 0, 0]
    case .step(let number): [3, UInt8(number), 0]
    case .always(let number): [4, UInt8(number), 0]
    case .notice(let notice, let number): [5, UInt8(notice), UInt8(number)]
    }
  }

  func unpack(_ packed: ArraySlice<UInt8>) -> FlowState {
    var rest = packed
    func take() -> UInt8 { rest.removeFirst() }
    var state = FlowState(flow)
    let step = take()
    state.step = step == Self.none ? nil : Int(step)
    let finished = Int(take()) + Int(take()) << 8
    state.finished = finished == 0 ? nil : finished - 1
    state.lastUse = take() == 0 ? nil : 0
    for place in state.facts.indices {
      state.facts[place] = classes.values[place][Int(take())]
    }
    state.history = (0..<take()).map { _ in Int(take()) }
    func place() -> (UInt8, Int, Int) { (take(), Int(take()), Int(take())) }
    func action(_ code: (UInt8, Int, Int)) -> ActionPlace? {
      switch code.0 {
      case 3: .step(code.1)
      case 4: .always(code.1)
      case 5: .notice(code.1, code.2)
      default: nil
      }
    }
    state.asking = action(place())
    state.waiting = (0..<take()).map { _ in
      let (effect, step, isPaused) = (Int(take()), Int(take()), take() == 1)
      let code = place()
      let from = action(code).map(DoingPlace.action) ?? (code.0 == 2 ? .after : .enter)
      return FlowState.Waiting(effect: effect, step: step, from: from, isPaused: isPaused)
    }
    state.told = Set((0..<take()).map { _ in Int(take()) })
    state.owed = rest.map(Int.init)
    return state
  }
}
