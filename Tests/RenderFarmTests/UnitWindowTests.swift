import Testing

@testable import RenderFarm

/// Workers get what they have prepared for, as long as nothing more urgent waits.
@Suite struct UnitWindowTests {
  private func window(_ units: [(id: String, affinity: String, priority: Int)]) -> UnitWindow {
    var window = UnitWindow()
    window.add(
      units.map { unit in
        LeasedUnit(
          spec: UnitSpec(
            id: unit.id, digest: "", priority: unit.priority, affinity: unit.affinity, output: ""),
          lease: Lease(unit: unit.id, token: 1), failures: 0)
      })
    return window
  }

  @Test func theSamePhotoAndDeviceComesFirst() {
    var window = window([("a", "p\tx", 0), ("b", "q\tx", 0), ("c", "p\ty", 0), ("d", "q\ty", 0)])
    #expect(window.take(for: "q\ty", besides: [])?.spec.id == "d")
    #expect(window.take(for: "q\ty", besides: [])?.spec.id == "b")
  }

  @Test func anotherPhotoIsNotTakenFromAnotherWorkerWhileThereIsAChoice() {
    var window = window([("a", "p\tx", 0), ("b", "q\tx", 0)])
    #expect(window.take(for: "", besides: ["p\ty"])?.spec.id == "b")
    #expect(window.take(for: "q\tx", besides: ["p\ty"])?.spec.id == "a")
    #expect(window.take(for: "q\tx", besides: []) == nil)
  }

  @Test func nothingGoesBeforeAHigherPriority() {
    var window = window([("urgent", "p\tx", 5), ("same", "q\tx", 0)])
    #expect(window.take(for: "q\tx", besides: ["p\tx"])?.spec.id == "urgent")
    #expect(window.take(for: "q\tx", besides: ["p\tx"])?.spec.id == "same")
  }

  @Test func whatIsUrgentIsFoundBehindTheRest() {
    var window = window([("a", "p\tx", 0), ("b", "q\tx", 0), ("urgent", "r\tx", 5)])
    #expect(window.take(for: "p\tx", besides: [])?.spec.id == "urgent")
  }

  @Test func lostLeasesLeave() {
    var window = window([("a", "", 0), ("b", "", 0)])
    window.remove([Lease(unit: "a", token: 1), Lease(unit: "b", token: 9)])
    #expect(window.units.map(\.spec.id) == ["b"])
  }
}
