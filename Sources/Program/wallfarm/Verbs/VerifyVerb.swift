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
    summary: "Rendered picture to verify.")
  static let json = Flag("json", summary: "Print the result as JSON.")
  static let command = Command(
    "verify", summary: "Render again, and compare the result with a file.",
    discussion: """
      Use the options of the original render. The exit status is 0 if the file matches, 2 if a pixel
      or the notes differ, and 1 if the pixels match but the notes cannot be compared, because the
      key of the original render is missing.

        wallfarm verify lock.png --device iphone15 --notes notes.json --photo beach.jpg
      """,
    accepts: [.operand(file)]
      + RenderOptions.picture.summarizing(
        .format, "File format. Default: from the extension of the file, otherwise png.")
      + [.option(KeyOptions.key), .flag(json), .option(DeviceOptions.devices)] + PluginOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let path = invocation.operands(Self.file).first ?? ""
    let request = try CommandLineRequests(invocation: invocation).request(comparedWith: path)
    let installation = try Installation.findForUser()
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
      Terminal.printLine("\(path) matches its inputs: \(found.picture.words)")
      if case .notChecked(let reason) = found.notes {
        Terminal.print("the notes were not checked: \(reason.words)")
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
    case .sameFile: "identical file"
    case .samePixels: "identical pixels, different encoding"
    }
  }
}

extension Verification.Reason {
  fileprivate var words: String {
    switch self {
    case .noKey: "no key was found; use --key with the key of the file"
    case .madeWithoutKey: "the file was rendered without a key"
    case .otherKey: "the file was rendered with another key; use --key with that key"
    case .noFingerprint: "the file has no fingerprint in a supported format"
    }
  }
}
