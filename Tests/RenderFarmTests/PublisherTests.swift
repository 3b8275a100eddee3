import BuiltInPlugins
import ContentSources
import Files
import Foundation
import RenderFarm
import RenderPool
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A picture is rendered again when it expires, and not before.
@Suite struct PublisherTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"format": 1, "people": {
        "ana": {"device": "iphonese3", "zone": "Europe/Prague", "lock": {"template": "countdown"},
          "content": {"dates": [{"title": "Trip", "date": "2027-01-01"}]}},
        "ben": {"device": "iphonese3", "lock": {}, "notes": ["Buy milk"]}}}
      """#, to: "people.json")
  }

  /// Publishes at a time; returns the report and the number of rendered pictures.
  private func publish(at time: String) throws -> (report: PublishReport, rendered: Int) {
    let file = try PeopleFile(folder.file("people.json"), allowsOutside: false)
    let clock = TimeSource.standing(at: try #require(Moment(time)))
    let planner = try PublishPlanner(
      file, installation: Workspace.installation, plugins: .builtIn, key: .known,
      sources: .refused, clock: clock)
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    var rendered = 0
    let publisher = Publisher(
      file, planner, key: .known, to: try PublishFolder(folder.file("out")),
      state: try PublishedState(folder.file("people.published.json"))
    ) { (requests) throws(RenderError) in
      rendered += requests.count
      return requests.map { request in
        Result { () throws(RenderError) in
          guard let picture = try renderer.pictures(of: [request]).first else {
            throw RenderError(.outputFailed, "no picture", origin: nil)
          }
          return picture
        }
      }
    }
    return (try publisher.run(), rendered)
  }

  @Test func aPictureLastsUntilItExpires() throws {
    let first = try publish(at: "2026-11-30T09:00:00Z")
    let midnight = try #require(Moment("2026-12-01T00:00:00+01:00"))
    #expect(first.rendered == 2 && first.report.next == midnight)
    let picture = try #require(first.report.people.first?.pictures.first)
    #expect(picture.expires == midnight && picture.expiryText == "2026-12-01T00:00:00+01:00")

    let later = try publish(at: "2026-11-30T22:59:59Z")
    #expect(later.rendered == 0 && later.report.next == midnight)
    let next = try publish(at: "2026-11-30T23:00:00Z")
    #expect(next.rendered == 1)
    #expect(next.report.people.map(\.pictures.first?.state) == [.written, .unchanged])
    #expect(next.report.next == Moment("2026-12-02T00:00:00+01:00"))
    // After the clock was set back, the picture of the later day does not stay.
    let back = try publish(at: "2026-11-30T12:00:00Z")
    #expect(back.rendered == 1 && back.report.next == midnight)
  }
}
