/// Remembers, for all frames of a transition, whether two stages have the same background.
///
/// The references to the stages are weak, so a newly created stage is always compared again.
package struct ComparedGrounds {
  private weak var old: ShotStage?
  private weak var new: ShotStage?
  /// The film times for which the two backgrounds were drawn when they were compared; nil for
  /// static backgrounds.
  private var times: [Double?] = []
  private var isSame = false
  /// The number of times that the pixels of two backgrounds were compared.
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
