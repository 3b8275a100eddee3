internal import Files
package import Flows
internal import SourceJSON
package import WallfarmPluginKit

/// How many runs got how far, compared with what the makers of a flow hoped for.
package struct Funnel: Sendable {
  /// Runs of one order of steps.
  package struct Order: Sendable {
    /// Nil: the one that is written first.
    package let variant: String?
    package let runs: Int
    /// For each step of the flow, and its end, how many runs reached it.
    package let reached: [(step: String, runs: Int)]
    package let aims: [Met]
  }

  /// An aim and what came of it.
  package struct Met: Sendable {
    package let from: String
    package let to: String
    /// Of a hundred.
    package let wanted: Double
    /// Of a hundred runs that saw the first step; nil: none did.
    package let got: Double?
  }

  package let orders: [Order]
  /// Lines that are no events of the flow.
  package let otherLines: Int

  /// Reads a file of events.
  ///
  /// - Throws: `file-unreadable`, `file-too-large`.
  package init(_ path: String, of flow: Flow) throws(RenderError) {
    let bytes = try Files.read(path, limit: 256 << 20)
    var seen: [String: [String: Set<String>]] = [:]
    var others = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let node = try? JSONNode(parsing: Array(line)), node["flow"]?.string == flow.name,
        let run = node["run"]?.string, let step = node["step"]?.string
      else {
        others += 1
        continue
      }
      seen[node["variant"]?.string ?? "", default: [:]][run, default: []].insert(step)
    }
    otherLines = others
    orders = seen.sorted { $0.key < $1.key }.map { variant, runs in
      let names = flow.steps.map(\.name) + ["finish"]
      func count(_ steps: String...) -> Int {
        runs.values.reduce(0) { $0 + (steps.allSatisfy($1.contains) ? 1 : 0) }
      }
      return Order(
        variant: variant.isEmpty ? nil : variant, runs: runs.count,
        reached: names.map { ($0, count($0)) },
        aims: flow.aims.map { aim in
          let (from, to) = (flow.steps[aim.from].name, flow.steps[aim.to].name)
          let first = count(from)
          return Met(
            from: from, to: to, wanted: aim.percent,
            got: first == 0 ? nil : Double(count(from, to)) * 100 / Double(first))
        })
    }
  }
}
