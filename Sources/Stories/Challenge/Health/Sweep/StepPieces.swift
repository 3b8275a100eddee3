/// The part of a record during which the record counts.
struct StepPiece {
  let record: StepRecord
  /// The start in milliseconds since 1970; equal to the end for a zero-length record.
  var start: Int64
  var end: Int64
}

/// Splits overlapping records into chronological pieces, each with the record that counts during
/// it.
///
/// The algorithm is a sweep line over time. A heap holds the overlapping records, with the record
/// that counts on top. A record that has ended stays in the heap until it reaches the top, so each
/// record is pushed and popped once: O(n log n).
struct StepPieces {
  private let records: [StepRecord]
  private let priorities: [Int]
  private var heap: [Int] = []
  /// The position of the sweep line, and the index of the first record that begins after it.
  private var now = Int64.min
  private var upcoming = 0
  /// Zero-length records at the sweep line that have not been evaluated yet.
  ///
  /// `counted` contains the evaluated zero-length records that count and have not been returned
  /// yet.
  private var moments: [Int] = []
  private var counted: [Int] = []

  /// Creates the pieces of records, which may be in any order.
  init(_ records: [StepRecord], priorities: [Int]) {
    self.records = records.sorted { $0.start < $1.start }
    self.priorities = priorities
  }

  /// Returns the next piece, or nil after the last piece.
  mutating func next() -> StepPiece? {
    while true {
      if let moment = counted.popLast() {
        let record = records[moment]
        return StepPiece(record: record, start: record.start, end: record.start)
      }
      dropWhatIsOver()
      if heap.isEmpty && moments.isEmpty {
        guard upcoming < records.count else { return nil }
        now = records[upcoming].start
        takeUpcoming()
      }
      judgeMoments()
      guard counted.isEmpty else { continue }
      if let winner = heap.first { return piece(of: winner) }
    }
  }

  /// Returns the piece that begins at the sweep line.
  ///
  /// The piece lasts until the record ends, another record takes precedence, or a zero-length
  /// record begins.
  private mutating func piece(of winner: Int) -> StepPiece {
    let record = records[winner]
    var piece = StepPiece(record: record, start: now, end: now)
    while heap.first == winner && moments.isEmpty && piece.end < record.end {
      let next = upcoming < records.count ? records[upcoming].start : record.end
      piece.end = min(record.end, next)
      now = piece.end
      takeUpcoming()
    }
    return piece
  }

  private mutating func takeUpcoming() {
    while upcoming < records.count && records[upcoming].start <= now {
      if records[upcoming].length > 0 { push(upcoming) } else { moments.append(upcoming) }
      upcoming += 1
    }
  }

  /// Selects the zero-length records that count at the sweep line.
  ///
  /// The records of the most trusted source count, unless a longer record of the same or a more
  /// trusted source covers the moment.
  private mutating func judgeMoments() {
    guard !moments.isEmpty else { return }
    dropWhatIsOver()
    let best = moments.reduce(Int.max) { min($0, priority($1)) }
    if heap.first.map({ priority($0) > best }) ?? true {
      counted = moments.filter { priority($0) == best }
    }
    moments.removeAll(keepingCapacity: true)
  }

  private mutating func dropWhatIsOver() {
    while let top = heap.first, records[top].end <= now { pop() }
  }

  private func priority(_ index: Int) -> Int {
    let source = Int(records[index].source)
    return source < priorities.count ? priorities[source] : Int.max - 1
  }
}

extension StepPieces {
  /// Returns whether a record takes precedence over an overlapping record, based on source and then
  /// density.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (priority(one), priority(other))
    if first != second { return first < second }
    let (record, compared) = (records[one], records[other])
    // Compare cross products instead of quotients, so that a record is exactly as dense as a record
    // with half the steps and half the length.
    let density = record.count * Double(compared.length)
    let comparedDensity = compared.count * Double(record.length)
    if density != comparedDensity { return density > comparedDensity }
    return (record.start, record.end, record.offset) < (
      compared.start, compared.end, compared.offset
    )
  }

  private mutating func push(_ index: Int) {
    heap.append(index)
    var place = heap.count - 1
    while place > 0, isBefore(heap[place], heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if isBefore(heap[child], heap[first]) { first = child }
      }
      if first == place { return }
      heap.swapAt(place, first)
      place = first
    }
  }
}
