import PhotoLibrary
import Testing

/// The selection of candidates, and the grouping of similar pictures.
@Suite struct CandidateTests {
  private func photos(_ seconds: [Int?], day: Int = 0, from id: Int64 = 0) -> [LookCandidates.Photo]
  {
    seconds.enumerated().map { LookCandidates.Photo(id: id + Int64($0), day: day, moment: $1) }
  }

  @Test func onePhotoOfADayIsNoChoice() {
    #expect(LookCandidates.choose(from: photos([0]) + photos([0], day: 1, from: 5)).isEmpty)
    #expect(LookCandidates.choose(from: photos([0, 500])) == [0, 1])
  }

  /// A burst of two hundred photos in one minute gets only a limited share of the candidates.
  @Test func aBurstHasItsShareAlone() {
    let burst = Array(repeating: 100, count: 200)
    let chosen = LookCandidates.choose(from: photos(burst + [4000, 8000, 12_000]))
    #expect(chosen.count == 8 + 3 && chosen.contains(202) && chosen.contains(0))
  }

  @Test func manyMomentsAreSpread() {
    let chosen = LookCandidates.choose(from: photos((0..<100).map { $0 * 600 }))
    #expect(chosen.count == LookCandidates.mostOfDay)
    #expect(chosen.first == 0 && chosen.last == 99)
  }

  /// Each photo without a time counts as a separate moment.
  @Test func withoutAMomentEachIsOne() {
    #expect(LookCandidates.choose(from: photos([nil, nil, 5, nil])).count == 4)
  }

  private func look(_ id: Int64, _ second: Int?, _ hash: UInt64) -> NearDuplicates.Photo {
    NearDuplicates.Photo(id: id, second: second, hash: hash)
  }

  @Test func aSceneIsOneGroup() {
    let groups = NearDuplicates.groups(of: [
      look(3, 0, 0), look(1, 60, 0b1111_1111), look(2, 120, .max), look(4, 100_000, 0b1111_1111_00),
    ])
    // The last photo was taken much later, so its difference is too large for the group.
    #expect(groups == [3: 1, 1: 1])
  }

  /// Nearly identical photos are grouped regardless of their times, because a forwarded photo may
  /// reappear at any time.
  @Test func whatHardlyDiffersIsOneAtAnyTime() {
    let hash: UInt64 = 0x0123_4567_89AB_CDEF
    let three = hash ^ (1 | 1 << 20 | 1 << 40)
    let four = three ^ (1 << 60)
    #expect(NearDuplicates.groups(of: [look(1, 0, hash), look(2, nil, three)]) == [1: 1, 2: 1])
    #expect(NearDuplicates.groups(of: [look(1, 0, hash), look(2, nil, four)]).isEmpty)
  }
}
