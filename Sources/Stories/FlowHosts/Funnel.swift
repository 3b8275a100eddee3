internal import Files
package import Flows
internal import SourceJSON
package import WallfarmPluginKit

/// The number of runs that reached each step, compared with the targets of a flow.
package struct Funnel: Sendable {
  /// The runs of one variant.
  package struct Order: Sendable {
    /// The name of the variant; nil for the first variant.
    package let variant: String?
    package let runs: Int
    /// The number of runs that reached each step, followed by the number that reached the end of
    /// the flow.
    package let reached: [(step: String, runs: Int)]
    package let aims: [Met]
  }

  /// A target for the percentage of runs that continue from one step to another, with the measured
  /// result.
  package struct Met: Sendable {
    package let from: String
    package let to: String
    /// The target in percent.
    package let wanted: Double
    /// The percentage of runs that also reached the second step, among the runs that reached the
    /// first step.
    ///
    /// The value is nil if no run reached the first step.
    package let got: Double?
  }

  package let orders: [Order]
  /// The number of lines that are not events of this flow.
  package let otherLines: Int

  /// Reads an event log.
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
