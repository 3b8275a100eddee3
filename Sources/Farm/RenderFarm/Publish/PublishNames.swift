package import Requests
package import WallfarmCore

/// Derives the unguessable names of people from a secret key.
package struct PublishNames: Sendable {
  private let key: SecretKey

  /// Creates the names for a key.
  package init(_ key: SecretKey) { self.key = key }

  /// Returns the folder of a person's pictures: 43 characters, an HMAC-SHA-256.
  package func folder(of person: PeopleFile.Person) -> String {
    var encoding = CanonicalEncoding("wallfarm published address", format: 1)
    encoding.field("person", person.id)
    encoding.field("link", person.link)
    return key.addressText(of: encoding)
  }

  /// Returns the path of a picture below the output.
  package func path(of display: PersonDisplay, for person: PeopleFile.Person) -> String {
    "\(folder(of: person))/\(display.name).\(PublishNames.format.rawValue)"
  }

  /// Returns a pseudonym of a person, which does not depend on the number of the link.
  func pseudonym(of person: PeopleFile.Person) -> String {
    var encoding = CanonicalEncoding("wallfarm published person", format: 1)
    encoding.field("person", person.id)
    return key.addressText(of: encoding)
  }

  /// The format of all pictures.
  static let format = ImageFormat.png
  /// The media type of ``format``.
  static let mediaType = "image/png"
}
