import Arguments
import RenderFarm
import WallfarmCore
import WallfarmPluginKit

/// Reads the file of `--request`.
struct RequestArguments {
  let invocation: Invocation

  /// Whether there is one.
  var isGiven: Bool { invocation.value(of: RenderOptions.request) != nil }

  /// The request that was named; its mistakes are told here.
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
    case .failure(let mistakes):
      for mistake in mistakes.all { Terminal.report(mistake) }
      return .mistakes(ExitStatus(mistakes.all.map(\.code)))
    }
  }

  /// What became of the file.
  enum Reading {
    case none
    case mistakes(ExitStatus)
    case request(RequestFile)
  }
}

extension Invocation {
  /// Whether an option or a flag was typed.
  func mentions(_ declaration: Declaration) -> Bool {
    text(named: declaration.long) != nil || flag(named: declaration.long) != nil
  }
}
