import Arguments
import Requests
import WallfarmCore
import WallfarmPluginKit

/// Reads the file of `--request`.
struct RequestArguments {
  let invocation: Invocation

  /// Whether the option is present.
  var isGiven: Bool { invocation.value(of: RenderOptions.request) != nil }

  /// Reads the named request.
  ///
  /// - Throws: `conflicting-options`, `file-unreadable`, `file-too-large`, `invalid-json`.
  func read(key: SecretKey?) throws(RenderError) -> Reading {
    guard let path = invocation.value(of: RenderOptions.request) else { return .none }
    let others =
      RenderOptions.picture + [
        .flag(RenderOptions.strict), .option(RenderOptions.repro), .flag(RenderOptions.watch),
      ]
    for declaration in others where invocation.mentions(declaration) {
      throw .excluding(
        .option("request"), "--\(declaration.long)",
        hint: "everything about the picture is in the request: write it there")
    }
    let found = try RequestFile.read(
      path, allowsOutside: invocation.isOn(RenderOptions.allowOutside), key: key,
      output: invocation.value(of: RenderOptions.output))
    switch found {
    case .success(let file): return .request(file)
    case .failure(let mistakes): return .mistakes(mistakes)
    }
  }

  /// The result of reading the file.
  enum Reading {
    case none
    case mistakes(RequestFile.Mistakes)
    case request(RequestFile)
  }
}

extension Invocation {
  /// Whether an option or flag is present in the invocation.
  func mentions(_ declaration: Declaration) -> Bool {
    text(named: declaration.long) != nil || flag(named: declaration.long) != nil
  }
}
