import Arguments
import BuiltInPlugins
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm verify`: whether a file is what its inputs make today.
struct VerifyVerb {
  static let file = Operand(
    "file", completion: .files(extensions: ["png", "jpg", "webp"]),
    summary: "A picture that was rendered before.")
  static let command = Command(
    "verify", summary: "Render again and compare with a file.",
    discussion: """
      Give the options the file was rendered with. The exit code is 1 where a pixel differs.

        wallfarm verify lock.png --device iphone15 --notes notes.json --photo beach.jpg
      """,
    accepts: [.operand(file)] + RenderOptions.picture + PluginOptions.all)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let path = invocation.operands(Self.file).first ?? ""
    let request = try CommandLineRequests(invocation: invocation).request(comparedWith: path)
    let installation = try Installation.find()
    let renderer = try Renderer(
      installation: installation,
      plugins: try PluginArguments(invocation).registry(installation), memory: .onePicture,
      threads: Processors.count)
    switch try renderer.verify(path, request) {
    case .sameFile: Terminal.print("\(path) is what these inputs make: the same file")
    case .samePixels:
      Terminal.print("\(path) is what these inputs make: the same pixels, encoded otherwise")
    }
    return .success
  }
}
