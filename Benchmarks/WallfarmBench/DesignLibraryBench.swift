import BuiltInPlugins
import Designs
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Times each gallery layout on black, one after another in a single-threaded process.
///
/// `wallfarm-bench shelf PHOTO ROUNDS` prints the medians in milliseconds as a JSON object, keyed
/// by template.
enum DesignLibraryBench {
  /// The `memory` template shows a photo on black; the photo is decoded before the first measured
  /// round.
  private static let templates = [
    "progress", "figures", "countdown", "quote", "month", "year-dots", "agenda", "habit-grid",
    "memory", "finder-card", "step-card", "spotlight",
  ]

  static func run(photo: String, rounds: Int) throws -> JSONValue {
    let installation = try Installation.find()
    let designs = DesignLibrary(installation: installation)
    let renderer = try Renderer(
      installation: installation, plugins: .builtIn, memory: .standard, threads: 1)
    var figures: [String: JSONValue] = [:]
    for template in templates {
      let sample = try designs.sample(of: template)
      var request = RenderRequest(
        template: template, device: "iphone15", background: .color("black"))
      request.now = sample?.now ?? When("2026-05-21T09:41")
      var times: [Double] = []
      // The first round is a warm-up.
      for round in -1..<rounds {
        request.content = changed(sample?.content ?? Content(), round)
        if template == "memory" {
          request.content[.photos] = [
            ContentEntry(["file": .text(photo), "place": .text("Beach \(round)")])
          ]
        }
        if template == "finder-card" {
          request.settings = [
            ("name", "Ana \(round)"), ("contacts", "+49 30 1234567"), ("code", "tel:+49301234567"),
          ].map { Setting(key: $0, value: $1) }
        }
        let clock = ContinuousClock()
        let took = try clock.measure { _ = try renderer.render([request]) }
        if round >= 0 { times.append(took / .milliseconds(1)) }
      }
      figures[template] = .number(times.sorted()[times.count / 2])
    }
    return .object(figures)
  }

  /// Returns the content with the round number appended to the last entry of each kind, so that
  /// each round shapes new text.
  private static func changed(_ content: Content, _ round: Int) -> Content {
    var changed = content
    for kind in ContentKind.allCases {
      guard let entries = content[kind], let last = entries.last else { continue }
      var values = last.values
      for key in ["title", "label", "text", "name", "body"] {
        guard let text = last.text(key) else { continue }
        values[key] = .text("\(text) \(round)")
        break
      }
      changed[kind] = entries.dropLast() + [ContentEntry(values)]
    }
    return changed
  }
}
