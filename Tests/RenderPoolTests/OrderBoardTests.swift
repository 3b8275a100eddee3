import RenderPool
import Testing
import WallfarmTesting

/// The choice of a worker's next order: no order is lost or taken twice, and prepared state is
/// reused.
@Suite(.tags(.seeded)) struct OrderBoardTests {
  private func order(
    _ number: Int, _ background: String = "", _ device: String = "", priority: Int = 0
  ) -> OrderBoard.Waiting {
    .init(
      id: OrderID(number), priority: priority,
      affinity: OrderAffinity(background: background, device: device))
  }

  /// Takes all orders with one worker and returns their numbers; the worker prepares the screen and
  /// the photo of each order.
  private func drain(_ board: inout OrderBoard, _ all: [OrderBoard.Waiting]) -> [Int] {
    var (taken, affinity) = ([Int](), OrderAffinity())
    while let id = board.take(for: 0, with: affinity) {
      taken.append(id.number)
      affinity = all.first { $0.id == id }?.affinity ?? affinity
    }
    return taken
  }

  @Test func aWorkerStaysWithWhatItHasPrepared() {
    let all = [
      order(1, "beach", "phone"), order(2, "sea", "phone"), order(3, "beach", "pad"),
      order(4, "sea", "pad"), order(5, "beach", "phone"),
    ]
    var board = OrderBoard()
    for order in all { board.add(order) }
    // Orders with the same photo and screen come first, then orders with only the same photo, and
    // then the others.
    #expect(drain(&board, all) == [1, 5, 3, 4, 2])
    #expect(board.isEmpty)
  }

  @Test func moreUrgentOrdersGoFirstWhateverIsPrepared() {
    let all = [
      order(1, "beach"), order(2, "sea", priority: 5), order(3, "beach", priority: -1),
      order(4, "beach"),
    ]
    var board = OrderBoard()
    for order in all { board.add(order) }
    #expect(drain(&board, all) == [2, 1, 4, 3])
  }

  @Test func eachBackgroundHasOneWorkerAsLongAsThereAreOthers() {
    var board = OrderBoard()
    for number in 0..<40 { board.add(order(number, "photo \(number / 10)")) }
    let first = (0..<4).compactMap { board.take(for: $0, with: OrderAffinity())?.number }
    #expect(first == [0, 10, 20, 30])
    // A fifth worker takes an order for the photo with the most remaining orders, and so does a
    // worker that has finished its photo.
    #expect(board.take(for: 4, with: OrderAffinity()) != nil)
    for _ in 0..<35 { _ = board.take(for: 0, with: OrderAffinity(background: "photo 0")) }
    #expect(board.isEmpty)
  }

  /// Other orders are not starved, even if orders that match the prepared state keep arriving.
  @Test func nothingWaitsForEver() {
    var board = OrderBoard()
    board.add(order(0, "sea"))
    var taken: [Int] = []
    for number in 1...300 {
      board.add(order(number, "beach", "phone \(number % 2)"))
      board.add(order(number + 1000, "beach", "phone \(number % 3)"))
      let affinity = OrderAffinity(background: "beach", device: "phone 0")
      if let id = board.take(for: 0, with: affinity) { taken.append(id.number) }
    }
    #expect(taken.contains(0))
  }

  @Test func aWorkerThatIsGoneLeavesItsBackgroundToOthers() {
    var board = OrderBoard()
    for number in 1...3 { board.add(order(number, "beach")) }
    board.add(order(4, "sea"))
    #expect(board.take(for: 0, with: OrderAffinity())?.number == 1)
    board.leave(0)
    // The sea photo comes first, because no worker has started on it. The beach photo comes next,
    // because its worker has left.
    #expect(board.take(for: 1, with: OrderAffinity())?.number == 4)
    #expect(board.take(for: 2, with: OrderAffinity())?.number == 2)
  }

  @Test func oneThatComesBackIsTheFirstOfItsLine() {
    var board = OrderBoard()
    for number in 1...3 { board.add(order(number, "beach", "phone")) }
    let taken = board.take(for: 0, with: OrderAffinity())
    #expect(taken?.number == 1)
    board.add(order(1, "beach", "phone"), isFirst: true)
    #expect(board.take(for: 0, with: OrderAffinity())?.number == 1)
  }

  /// Compares random operations with a simple model that scans all orders.
  @Test func everyOrderIsTakenOnceOrRemovedOnce() {
    var chance = SeededGenerator()
    for _ in 0..<200 {
      var board = OrderBoard()
      var open: [OrderID: OrderBoard.Waiting] = [:]
      var affinities = [OrderAffinity](repeating: OrderAffinity(), count: 3)
      for number in 1...60 {
        switch Int.random(in: 0..<8, using: &chance) {
        case 0...3:
          let new = order(
            number, "b\(Int.random(in: 0..<4, using: &chance))",
            "d\(Int.random(in: 0..<3, using: &chance))",
            priority: Int.random(in: 0..<3, using: &chance))
          board.add(new, isFirst: Bool.random(using: &chance))
          open[new.id] = new
        case 4:
          guard let id = open.keys.min() else { continue }
          #expect(board.remove(id) && !board.remove(id))
          open[id] = nil
        case 5: board.leave(Int.random(in: 0..<3, using: &chance))
        default:
          let worker = Int.random(in: 0..<3, using: &chance)
          let highest = open.values.map(\.priority).max()
          let taken = board.take(for: worker, with: affinities[worker])
          #expect((taken == nil) == open.isEmpty)
          guard let taken, let order = open.removeValue(forKey: taken) else {
            #expect(
              taken == nil, "\(taken as Any) was not there, seed \(SeededGenerator.standardSeed)")
            continue
          }
          #expect(order.priority == highest, "seed \(SeededGenerator.standardSeed)")
          affinities[worker] = order.affinity
        }
        #expect(board.count == open.count, "seed \(SeededGenerator.standardSeed)")
      }
      while let id = board.take(for: 0, with: OrderAffinity()) {
        #expect(open.removeValue(forKey: id) != nil, "seed \(SeededGenerator.standardSeed)")
      }
      #expect(open.isEmpty && board.isEmpty, "seed \(SeededGenerator.standardSeed)")
    }
  }
}
