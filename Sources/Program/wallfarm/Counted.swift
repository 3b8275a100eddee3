/// A count with its noun, pluralized: `3 jobs`, `1 job`.
func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
