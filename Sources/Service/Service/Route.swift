internal import Digests
package import HTTP
import WallfarmPluginKit

/// The routes of the service, as used in logs, metrics and documents.
package enum Route: String, CaseIterable {
  case page = "/"
  case screens = "/devices"
  case openAPI = "/openapi.json"
  case alive = "/healthz"
  case ready = "/readyz"
  case devices = "/v1/devices"
  case themes = "/v1/themes"
  case templates = "/v1/templates"
  case schema = "/v1/schema"
  case motions = "/v1/motions"
  case film = "/v1/motions/{motion}/{film}"
  case render = "/v1/render"
  case photos = "/v1/photos"
  case photo = "/v1/photos/{name}"
  case fonts = "/v1/fonts"
  case font = "/v1/fonts/{name}"
  case images = "/v1/images"
  case image = "/v1/images/{name}"
  case theme = "/v1/themes/{name}"
  case sharing = "/v1/{kind}/{name}/shared"
  case picture = "/w/{signature}/{picture}"
  case people = "/v1/people"
  case person = "/v1/people/{id}"
  case own = "/p/{token}"
  case content = "/p/{token}/content"
  case challenge = "/p/{token}/challenge"
  case health = "/p/{token}/health"
  case flow = "/p/{token}/flow-{flow}"
  case flowState = "/p/{token}/state-{flow}"
  case appPage = "/p/{token}/"
  case appWorker = "/p/{token}/worker.js"
  case appManifest = "/p/{token}/app.webmanifest"
  case appFile = "/app/{file}"
  case preview = "/p/{token}/preview"
  case ownPhotos = "/p/{token}/photos"
  case ownPhoto = "/p/{token}/photos/{name}"
  case links = "/p/{token}/links"
  case link = "/p/{token}/links/{id}"
  case export = "/p/{token}/export"
  case shown = "/p/{token}/{picture}"
  case shownOn = "/p/{token}/{device}/{picture}"
  case usage = "/v1/usage"
  case webhooks = "/v1/webhooks"
  case webhook = "/v1/webhooks/{name}"
  case webhookTest = "/v1/webhooks/{name}/test"
  case agents = "/mcp"
  case metrics = "/metrics"

  /// The supported methods.
  package var methods: [String] {
    switch self {
    case .render, .agents, .webhookTest, .preview: ["POST"]
    case .links: ["GET", "HEAD", "POST"]
    case .link: ["DELETE"]
    case .webhook: ["PUT", "DELETE"]
    case .people: ["GET", "HEAD", "POST"]
    case .photos, .fonts, .images, .content, .health, .ownPhotos: ["PUT"]
    case .themes: ["GET", "HEAD", "PUT"]
    case .sharing: ["PUT", "DELETE"]
    case .challenge: ["GET", "HEAD", "PUT", "DELETE"]
    case .person: ["GET", "HEAD", "PUT", "DELETE"]
    case .photo, .font, .image, .theme: ["DELETE"]
    case .own: ["GET", "HEAD", "PUT", "DELETE"]
    case .picture: ["GET", "HEAD", "DELETE"]
    case .flowState: ["GET", "HEAD", "PUT"]
    default: ["GET", "HEAD"]
    }
  }

  /// Whether all methods need a key when keys are configured.
  var needsKey: Bool {
    switch self {
    case .render, .photos, .photo, .people, .person, .film, .agents: true
    case .fonts, .font, .images, .image, .theme, .sharing, .usage: true
    case .webhooks, .webhook, .webhookTest: true
    default: false
    }
  }

  /// Whether the number of requests is limited.
  ///
  /// Health checks are not limited, so that they work when clients exceed their limits.
  var isLimited: Bool { ![.alive, .ready].contains(self) }

  /// Whether the first parameter is the token of a person.
  var hasToken: Bool {
    switch self {
    case .own, .content, .challenge, .health, .flow, .flowState, .shown, .shownOn: true
    case .appPage, .appWorker, .appManifest, .preview, .ownPhotos, .ownPhoto, .links, .link,
      .export:
      true
    default: false
    }
  }

  /// Returns whether a method needs a key; at a picture address, only `DELETE` does, and at the
  /// address of the themes, only `PUT` does.
  package func needsKey(for method: String) -> Bool {
    needsKey || self == .picture && method == "DELETE" || self == .themes && method == "PUT"
  }

  /// The kind of file that `PUT` stores at this address, and that `DELETE` erases; `nil` for other
  /// addresses.
  var upload: UploadKind? {
    switch self {
    case .photos, .photo: .photo
    case .fonts, .font: .font
    case .images, .image: .image
    case .themes, .theme: .theme
    default: nil
    }
  }

  /// Returns whether a request with the given method may have a JSON body.
  func takesJSON(_ method: String) -> Bool {
    [.render, .content, .agents].contains(self)
      || [.own, .person, .flowState, .challenge, .webhook].contains(self) && method == "PUT"
      || [.people, .preview, .links].contains(self) && method == "POST"
  }

  /// Returns the response that rejects an invalid method or media type, or `nil` if both are valid.
  package func refusal(of head: HTTPHead) -> HTTPAnswer? {
    guard methods.contains(head.method) else {
      var answer = Problem(405, [.wrongMethod(head.method, self)]).answer
      answer.headers.append(HTTPHeader("Allow", methods.joined(separator: ", ")))
      return answer
    }
    guard takesJSON(head.method), let type = head.header("content-type") else { return nil }
    if self == .render, MultipartBody.isOne(type) { return nil }
    if self == .content, ContentBody.isOne(type) { return nil }
    let name = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    // The second type is the default of curl's '--data'.
    let known = ["application/json", "application/x-www-form-urlencoded"]
    if known.contains(name) || name.hasSuffix("+json") { return nil }
    return Problem(415, [.wrongType(String(name.prefix(80)), self)]).answer
  }

  /// Returns the route that matches a path, and the values of the route's parameters.
  ///
  /// Paths are not percent-decoded: components consist of `A-Z a-z 0-9 - _ . ~`, and other paths do
  /// not match.
  package static func of(_ path: String) -> (route: Route, words: [String])? {
    if let route = plain[path] { return (route, []) }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard (3...5).contains(parts.count), parts[0].isEmpty,
      parts[1...].dropLast().allSatisfy({ isWord($0) }), let last = parts.last
    else { return nil }
    let words = parts[1...].map { String(decoding: $0, as: UTF8.self) }
    guard isWord(last) else {
      return last.isEmpty && words.count == 3 && words[0] == "p" ? (.appPage, [words[1]]) : nil
    }
    switch (words[0], words.count) {
    case ("app", 2): return (.appFile, [words[1]])
    case ("w", 3): return (.picture, Array(words[1...]))
    case ("v1", 3) where words[1] == "people": return (.person, [words[2]])
    case ("v1", 3) where words[1] == "webhooks": return (.webhook, [words[2]])
    case ("v1", 4) where words[1] == "webhooks" && words[3] == "test":
      return (.webhookTest, [words[2]])
    case ("v1", 3):
      guard let kind = UploadKind(collection: words[1]) else { return nil }
      return (kind.route, [words[2]])
    case ("v1", 4) where words[3] == "shared":
      guard let kind = UploadKind(collection: words[1]), kind != .photo else { return nil }
      return (.sharing, Array(words[1...2]))
    case ("v1", 4) where words[1] == "motions": return (.film, Array(words[2...]))
    case ("p", 2): return (.own, [words[1]])
    case ("p", 3) where words[2] == "content": return (.content, [words[1]])
    case ("p", 3) where words[2] == "challenge": return (.challenge, [words[1]])
    case ("p", 3) where words[2] == "health": return (.health, [words[1]])
    case ("p", 3):
      if let route = ofApp[words[2]] { return (route, [words[1]]) }
      for (route, start) in [(Route.flow, "flow-"), (.flowState, "state-")]
      where words[2].hasPrefix(start) {
        return (route, [words[1], String(words[2].dropFirst(start.count))])
      }
      return (.shown, Array(words[1...]))
    case ("p", 4) where words[2] == "photos" && UploadName.isName(words[3]):
      return (.ownPhoto, [words[1], words[3]])
    case ("p", 4) where words[2] == "links" && !words[3].contains("."):
      return (.link, [words[1], words[3]])
    case ("p", 4): return (.shownOn, Array(words[1...]))
    default: return nil
    }
  }

  private static let ofApp: [String: Route] = [
    "worker.js": .appWorker, "app.webmanifest": .appManifest, "preview": .preview,
    "photos": .ownPhotos, "links": .links, "export": .export,
  ]

  private static let plain: [String: Route] = Dictionary(
    uniqueKeysWithValues: allCases.filter { !$0.rawValue.contains("{") }.map { ($0.rawValue, $0) })

  private static func isWord(_ part: Substring.UTF8View.SubSequence) -> Bool {
    !part.isEmpty
      && part.allSatisfy {
        Base64.isURLSafe($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")
      }
  }
}

extension UploadKind {
  /// The address of an upload of this kind.
  fileprivate var route: Route {
    switch self {
    case .photo: .photo
    case .font: .font
    case .image: .image
    case .theme: .theme
    }
  }
}
