/// Caches for all frames of a transition whether two stages have the same background.
///
/// The stages are weak references, so a newly created stage is compared again.
package struct ComparedGrounds {
  private weak var old: ShotStage?
  private weak var new: ShotStage?
  /// The times for which moving backgrounds were drawn.
  private var times: [Double?] = []
  private var isSame = false
  /// The number of pixel comparisons.
  package private(set) var comparisons = 0

  /// Whether two stages have identical background pixels.
  mutating func areSame(_ old: ShotStage, _ new: ShotStage) -> Bool {
    let times = [old.baseTime, new.baseTime]
    if self.old === old, self.new === new, self.times == times { return isSame }
    (self.old, self.new, self.times) = (old, new, times)
    isSame = old.standsOnTheSame(as: new)
    comparisons += 1
    return isSame
  }
}
