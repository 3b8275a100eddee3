internal import Requests

/// Records when the pictures of people are fetched and expire.
extension PeopleEndpoint {
  /// Returns the recorder of fetches of a picture at a read address.
  func viewing(
    _ display: PersonDisplay, by reader: String
  ) -> PictureFetches.Viewing {
    PictureFetches.Viewing(
      fetches: fetches, key: PictureFetches.Key(reader: reader, display))
  }

  /// Records the times at which rendered pictures of a person expire; the other screens of the
  /// person have no pictures.
  func note(_ pictures: [TriedPicture], of person: Person, reader: String) {
    fetches.retain(person.displays.map(\.name), of: reader)
    for display in person.displays {
      // The picture of a challenge, which was not rendered, replaces the lock screen.
      if display.screen == .lock, person.hasChallenge { continue }
      let key = PictureFetches.Key(reader: reader, display)
      if let one = pictures.first(where: { $0.display == display }) {
        fetches.render(key, until: one.made.expires)
      } else {
        fetches.remove(key)
      }
    }
  }
}
