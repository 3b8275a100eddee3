import Arguments
import BuiltInPlugins
import Designs
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm verify`: checks whether rendering the inputs again reproduces a file.
struct VerifyVerb: CommandVerb {
  static let file = Operand(
    "file", completion: .files(extensions: ["png", "jpg", "webp"]),
    summary: "A picture that was rendered before.")
  static let json = Flag("json", summary: "Print what was found as JSON.")
  static let command = Command(
    "verify", summary: "Render again and compare with a file.",
    discussion: """
      Give the options the file was rendered with. The exit code is 0 where all is the same, 2 where a
      pixel or the notes differ, and 1 where every pixel is the same and the notes in the fingerprint
      could not be compared, for want of the key that the file was made with.

        wallfarm verify lock.png --device iphone15 --notes notes.json --photo beach.jpg
      """,
    accepts: [.operand(file)] + RenderOptions.picture + [.option(KeyOptions.key), .flag(json)]
      + PluginOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let path = invocation.operands(Self.file).first ?? ""
    let request = try CommandLineRequests(invocation: invocation).request(comparedWith: path)
    let installation = try Installation.find()
    let renderer = try Renderer(
      installation: installation,
      plugins: try PluginArguments(invocation).registry(installation), memory: .onePicture,
      threads: Processors.count,
      key: try KeyArguments(invocation: invocation).key(making: false)?.key)
    let found: Verification
    do throws(RenderError) {
      found = try renderer.verify(path, request)
    } catch {
      if error.code == .pictureDiffers, invocation.isOn(Self.json) {
        let facts: JSONValue = [
          "file": .string(path), "picture": "differs", "error": error.json,
        ]
        Terminal.print(facts.text(pretty: true))
      }
      throw error
    }
    if invocation.isOn(Self.json) {
      Terminal.print(json(found, path).text(pretty: true))
    } else {
      Terminal.printLine("\(path) is what these inputs make: \(found.picture.words)")
      if case .notChecked(let reason) = found.notes {
        Terminal.print("its notes were not checked: \(reason.words)")
      }
    }
    if case .notChecked = found.notes { return .failure }
    return .success
  }

  private func json(_ found: Verification, _ path: String) -> JSONValue {
    var members: [String: JSONValue] = [
      "file": .string(path), "picture": .string(found.picture.rawValue),
    ]
    switch found.notes {
    case .none: members["notes"] = "none"
    case .checked: members["notes"] = "checked"
    case .notChecked(let reason):
      members["notes"] = "not-checked"
      members["reason"] = .string(reason.rawValue)
    }
    return .object(members)
  }
}

extension Verification.Picture {
  fileprivate var words: String {
    switch self {
    case .sameFile: "the same file"
    case .samePixels: "the same pixels, encoded otherwise"
    }
  }
}

extension Verification.Reason {
  fileprivate var words: String {
    switch self {
    case .noKey: "there is no key here; give that of the file with --key"
    case .madeWithoutKey: "the file was made without a key"
    case .otherKey: "the file was made with another key; give it with --key"
    case .noFingerprint: "the file has no fingerprint of this form"
    }
  }
}
