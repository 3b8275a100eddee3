/// Whether two stages stand on the same background, found once for all pictures of a transition.
///
/// It holds no stage: one that is made anew is compared anew.
struct ComparedGrounds {
  private weak var old: ShotStage?
  private weak var new: ShotStage?
  /// The moments that their backgrounds were drawn for; of those that move each picture has another one.
  private var times: [Double?] = []
  private var isSame = false
  /// How often pixels were looked at.
  private(set) var comparisons = 0

  /// Whether the background of one is, pixel for pixel, that of the other.
  mutating func areSame(_ old: ShotStage, _ new: ShotStage) -> Bool {
    let times = [old.baseTime, new.baseTime]
    if self.old === old, self.new === new, self.times == times { return isSame }
    (self.old, self.new, self.times) = (old, new, times)
    isSame = old.standsOnTheSame(as: new)
    comparisons += 1
    return isSame
  }
}
