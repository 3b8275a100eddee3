package import WallfarmPluginKit

/// The result of a run of `wallfarm publish`.
package struct PublishReport: Sendable {
  /// The state of a picture at its address.
  package enum State: String, Sendable {
    /// The picture was written.
    case written
    /// The picture was already published and is current.
    case unchanged
    /// The picture could not be rendered; the earlier picture stays.
    case kept
    /// The picture could not be rendered, and there is no earlier picture.
    case missing
  }

  /// A picture of a person.
  package struct Picture: Sendable {
    /// The name of the file in the folder of the person, such as `tablet/lock.png`.
    package let name: String
    /// The state after the run.
    package var state: State
    /// The time at which the picture expires, or `nil` if it does not depend on the time.
    package var expires: Moment?
    /// The time zone of the picture.
    package var zone = Zone.utc
    /// The errors because of which the picture was not rendered.
    package var errors: [RenderError] = []
    /// The warnings of the render.
    package var warnings: [RenderWarning] = []

    /// The expiry time as text, in the time zone of the picture.
    package var expiryText: String? {
      expires.map { $0.written(offset: zone.offset(at: $0)) }
    }
  }

  /// A person, whose pictures are below an unguessable name.
  package struct Person: Sendable {
    /// The identifier in the file.
    package let id: String
    /// The name of the folder with the pictures.
    package let folder: String
    /// The pictures, in the order of the devices and screens.
    package var pictures: [Picture]
    /// The errors in the description, because of which none of the pictures was planned.
    package var errors: [RenderError] = []
  }

  /// The people, in the order of the file.
  package var people: [Person] = []
  /// The number of pictures of earlier runs that were removed.
  package var removed = 0
  /// The errors of pictures that could not be removed.
  package var problems: [RenderError] = []
  /// The soonest time at which a picture expires or content from a URL is fetched again.
  package var next: Moment?

  /// Whether anything failed.
  package var hasErrors: Bool {
    !problems.isEmpty
      || people.contains { person in
        !person.errors.isEmpty
          || person.pictures.contains { [.kept, .missing].contains($0.state) }
      }
  }

  /// Considers another time for ``next``.
  mutating func runAgain(before moment: Moment?, after now: Moment) {
    guard let moment, moment > now else { return }
    next = min(next ?? moment, moment)
  }
}
