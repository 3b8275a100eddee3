import Files
import Graphics
import HTTP
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The pages of a person's app, and the pictures that it shows before they are stored.
extension PeopleEndpoint {
  /// `GET /p/{token}/`, `/p/{token}/worker.js` and `/p/{token}/app.webmanifest`: returns a file of
  /// the app.
  ///
  /// The page of an invalid link has the status 404 and explains what to do.
  func showApp(_ token: String, _ file: String, _ head: HTTPHead, _ exchange: HTTPExchange) {
    guard let app else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    let missing = app.answer(PersonApp.page, head, status: 404)
    guard let known = KeptPeople.Token(token), known.kind == .write else {
      return exchange.answer(missing)
    }
    admitting.run(for: Turn(""), answering: exchange) { () throws(RenderError) in
      let isKnown = try people.owner(of: known) != nil
      exchange.answer(
        isKnown
          ? app.answer(file, head)
          : file == PersonApp.page ? missing : Problem([.noSuchAddress()]).answer)
    }
  }

  /// `GET /app/{file}`: returns a file that all pages share.
  func showAppFile(_ name: String, _ head: HTTPHead, _ exchange: HTTPExchange) {
    exchange.answer(app?.shared(name, head) ?? Problem([.noSuchAddress()]).answer)
  }

  /// `POST /p/{token}/preview`: returns the picture of a description that is not stored.
  func preview(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    guard app != nil else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    let began = SuspendingClock().now
    attempt(by: token, exchange) { (turn) throws(RenderError) in
      let kept = try open(token, .write)
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      let wanted = try WantedPreview(root)
      guard wanted.person.has(wanted.display.device) else { throw .noSuchAddress() }
      guard let request = wanted.request else { return exchange.answer(.nothing) }
      switch plan(request, for: kept.client) {
      case .failure(let mistakes): exchange.answer(Problem(mistakes.all).answer)
      case .success(let planned):
        guard let one = planned.first, planned.count == 1 else { throw .noSuchAddress() }
        answers.pictures.make(
          one, keeps: false, for: turn, since: began, recordingIn: exchange,
          whenLeft: exchange.whenLeft
        ) { result in
          switch result {
          case .failure(let error): exchange.answer(Problem([error]).answer)
          case .success(let made):
            let fresh = HTTPHeader("Cache-Control", "no-store")
            exchange.answer(HTTPAnswer(200, [fresh] + made.headers, .file(made.bytes)))
          }
        }
      }
    }
  }
}

/// A preview that a page requests.
private struct WantedPreview {
  let person: Person
  let display: PersonDisplay
  private let format: ImageFormat
  private let size: JSONNode?

  private static let keys: Set<String> = ["person", "screen", "device", "preview", "format"]

  /// Parses the body of a request.
  ///
  /// - Throws: `invalid-request` with the position.
  init(_ root: JSONNode) throws(RenderError) {
    try Person.document.check(root, has: WantedPreview.keys)
    guard let words = root["person"] else {
      throw Person.document.error(
        "'person' is missing", root.place, "send the description of a person")
    }
    person = try Person(words)
    func choice<Value: RawRepresentable<String>>(
      _ key: String, _ standard: Value, _ known: [String]
    ) throws(RenderError) -> Value {
      guard let node = root[key] else { return standard }
      guard let value = node.string.flatMap(Value.init(rawValue:)) else {
        throw Person.document.error(
          "'\(key)' is not one of \(known.joined(separator: ", "))", node.place,
          "write one of \(known.joined(separator: ", "))")
      }
      return value
    }
    let screen = try choice("screen", Person.Screen.lock, Person.Screen.allCases.map(\.rawValue))
    format = try choice("format", ImageFormat.jpeg, ImageFormat.allCases.map(\.rawValue))
    if let device = root["device"], device.string == nil {
      throw Person.document.error(
        "'device' is \(device.typeName)", device.place, "name a device of the person")
    }
    display = PersonDisplay(device: root["device"]?.string, screen: screen)
    size = root["preview"]
  }

  /// The request for the picture, or `nil` if the person keeps the screen as it is.
  var request: JSONNode? {
    guard let request = person.request(for: display, format: format) else { return nil }
    guard let size else { return request }
    let others = (request.members ?? []).filter { $0.key != "preview" }
    let member = JSONMember(key: "preview", keyPlace: size.place, value: size)
    return JSONNode(content: .object(others + [member]), place: request.place)
  }
}
