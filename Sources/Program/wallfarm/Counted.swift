/// Returns a count with its noun, in the plural unless the count is 1: `3 jobs`, `1 job`.
func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

/// Returns a duration as text, rounded up to seconds, such as `0:07` or `2:05:00`.
func clockTime(_ seconds: Double) -> String {
  let whole = Int(seconds.rounded(.up))
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return whole >= 3600
    ? "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    : "\(whole / 60):\(two(whole % 60))"
}
