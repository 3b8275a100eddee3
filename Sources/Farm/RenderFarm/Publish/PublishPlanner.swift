package import ContentSources
package import Designs
import Requests
import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// A picture that is ready to be rendered and published.
package struct PlannedPublication: Sendable {
  let request: RenderRequest
  /// The digest of everything that determines the picture, including the time.
  let digest: String
  /// The digest without the time, or `nil` if the picture does not depend on the time.
  let lasting: String?
  /// The time zone of the picture.
  let zone: Zone
  /// The time at which content from URLs is fetched again, or `nil` without such content.
  let refresh: Moment?
  /// The request as written, which knows the positions of its values.
  let file: RequestFile
}

/// Plans the pictures of people, and finds all errors that can be found without rendering.
package final class PublishPlanner {
  private let checker: RequestChecker
  private let file: PeopleFile
  private let sources: SourceAccess
  /// The time for which all pictures are planned.
  let moment: Moment
  private let zone = RenderRequest.localZone

  /// Creates a planner.
  ///
  /// - Throws: `fonts-missing`.
  package init(
    _ file: PeopleFile, installation: Installation, plugins: PluginRegistry, key: SecretKey,
    sources: SourceAccess, clock: TimeSource = .machine
  ) throws(RenderError) {
    (self.file, self.sources) = (file, sources)
    moment = clock.read()
    checker = try RequestChecker(
      installation: installation, plugins: plugins, key: key, clock: .standing(at: moment))
  }

  /// Returns the pictures of a person, each with its plan or all errors in it.
  ///
  /// A screen that the person keeps unchanged has no picture.
  func pictures(
    of person: PersonDescription
  ) -> [(display: PersonDisplay, plan: Result<PlannedPublication, PublishErrors>)] {
    let sources = PersonDescription.sources(in: person.words, of: file.path)
    return person.displays.compactMap { display in
      person.request(for: display, format: PublishNames.format).map { request in
        (display, plan(request, sources: sources))
      }
    }
  }

  private func plan(
    _ node: JSONNode, sources listed: [ContentSource]
  ) -> Result<PlannedPublication, PublishErrors> {
    switch RequestFile.read(
      node, named: file.path, files: file.files, makesFixes: false, sources: sources)
    {
    case .failure(let mistakes):
      let more = mistakes.more { (request) throws(RenderError) in _ = try checker.check(request) }
      return .failure(PublishErrors(all: mistakes.all + more))
    case .success(let request):
      do throws(RenderError) {
        return .success(try plan(request, listed))
      } catch {
        return .failure(PublishErrors(all: [request.located(error)]))
      }
    }
  }

  private func plan(
    _ file: RequestFile, _ listed: [ContentSource]
  ) throws(RenderError) -> PlannedPublication {
    guard file.requests.count == 1, let first = file.requests.first else {
      throw RenderError(
        .invalidPerson, "'device' names \(file.requests.count) devices",
        origin: .option("devices"), hint: "name one device; add others in 'devices'")
    }
    let request = first.frozen(at: moment, in: zone)
    let checked = try checker.check(request)
    var lasting: String?
    if checked.looksAtTime {
      // Check the request at a fixed time, so that the digest covers everything except the time.
      var timeless = request
      timeless.now = .moment(Moment(seconds: 0))
      lasting = try checker.check(timeless).digest
    }
    let minutes = listed.map { $0.minutes ?? ContentSource.defaultMinutes }.min()
    return PlannedPublication(
      request: request, digest: checked.digest, lasting: lasting,
      zone: try ZoneFile.zone(request.zone ?? zone, origin: .option("zone")),
      refresh: request.content.isFetched
        ? moment.adding(60 * (minutes ?? ContentSource.defaultMinutes)) : nil,
      file: file)
  }
}

/// All errors of a picture; there is at least one.
package struct PublishErrors: Error, Sendable { package let all: [RenderError] }
