import Testing
import WallfarmCore
import WallfarmTesting

/// Tests how a length is divided among the parts of a stack.
@Suite struct StackLengthsTests {
  private func lengths(
    _ room: Double, gap: Double = 10, _ wishes: [StackLengths.Wish], leading: Double = 0.5
  ) -> [[Double]] {
    StackLengths(room, gap: gap, wishes: wishes, leading: leading).parts.map {
      [$0.start, $0.length]
    }
  }

  @Test func fixedAndNaturalPartsGetWhatTheySayAndFillingOnesTheRest() {
    #expect(
      lengths(400, [.fixed(100), .natural(50), .fill(1)]) == [[0, 100], [110, 50], [170, 230]])
    #expect(lengths(310, [.fill(1), .fill(2)]) == [[0, 100], [110, 200]])
  }

  @Test(arguments: [(0.0, 0.0), (0.5, 95), (1, 190)])
  func whatIsLeftOverStandsWhereItIsToldTo(_ leading: Double, _ start: Double) {
    #expect(
      lengths(400, [.natural(100), .natural(100)], leading: leading)
        == [[start, 100], [start + 110, 100]])
  }

  @Test func naturalPartsLeaveAsMuchAsAFillingOneNeeds() {
    // Without a known minimum, the parts get equal shares.
    #expect(lengths(410, [.natural(1000), .fill(1)]) == [[0, 200], [210, 200]])
    #expect(lengths(410, [.natural(1000), .fill(1, needs: 50)]) == [[0, 350], [360, 50]])
    #expect(lengths(410, [.natural(1000), .fill(1, needs: 900)]) == [[0, 200], [210, 200]])
    #expect(lengths(410, [.natural(300), .natural(500)]) == [[0, 150], [160, 250]])
  }

  @Test(arguments: [200.0, 333.3, 410, 500.1])
  func fillingPartsShareAllThereIs(_ room: Double) {
    for wishes: [StackLengths.Wish] in [
      [.fill(1), .fill(1), .fill(1)], [.fill(1), .fill(2)], Array(repeating: .fill(1), count: 5),
      [.natural(0), .fill(1), .fill(1), .fill(1)],
    ] {
      let found = StackLengths(room, gap: 0, wishes: wishes, leading: 0)
      #expect(!found.isTight && abs(found.parts.reduce(0) { $0 + $1.length } - room) < 0.001)
    }
  }

  @Test func aPartThatNeedsNothingHasNoGap() {
    #expect(lengths(300, [.natural(0), .fill(1)]) == [[0, 0], [0, 300]])
    #expect(lengths(300, [.fill(1), .natural(0), .fill(1)]).last == [155, 145])
  }

  @Test func fixedPartsThatAreTooLongAreToldAndNothingElseIs() {
    let tooLong = StackLengths(100, gap: 10, wishes: [.fixed(60), .fixed(60)], leading: 0)
    #expect(tooLong.isTooLong && tooLong.fixed == 130)
    #expect(!StackLengths(130, gap: 10, wishes: [.fixed(60), .fixed(60)], leading: 0).isTooLong)
    #expect(!StackLengths(0, gap: 0, wishes: [.natural(50), .fill(1)], leading: 0).isTooLong)
  }

  @Test func partsNeverOverlapAndStayInside() {
    var generator = SeededGenerator()
    for _ in 0..<2000 {
      let wishes = (0..<Int.random(in: 1...8, using: &generator)).map { _ -> StackLengths.Wish in
        let length = Double.random(in: 0...400, using: &generator).rounded()
        return switch Int.random(in: 0...3, using: &generator) {
        case 0: .fixed(length)
        case 1: .natural(length)
        case 2: .fill(Double.random(in: 0.1...5, using: &generator))
        default: .fill(1, needs: length)
        }
      }
      let room = Double.random(in: 0...1000, using: &generator)
      let gap = Double.random(in: 0...40, using: &generator)
      let found = StackLengths(
        room, gap: gap, wishes: wishes, leading: Double.random(in: 0...1, using: &generator))
      guard !found.isTooLong else { continue }
      var end = -gap
      for (part, wish) in zip(found.parts, wishes) {
        #expect(part.length >= 0 && part.start >= end - 0.001, "\(generator)")
        if case .fixed(let length) = wish { #expect(part.length == length, "\(generator)") }
        if case .natural(let length) = wish { #expect(part.length <= length, "\(generator)") }
        if wish != .natural(0) { end = part.start + part.length + gap }
      }
      #expect(end - gap <= room + 0.001, "\(generator)")
      // If any part fills the remaining length of the stack, no length is left over.
      if wishes.contains(where: { if case .fill = $0 { true } else { false } }) {
        #expect(end - gap >= room - 0.001, "\(generator)")
      }
    }
  }
}
