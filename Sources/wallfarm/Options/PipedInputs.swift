import Arguments
import Files
import WallfarmCore
import WallfarmPluginKit

/// What a call reads through descriptors: `-`, `/dev/stdin`, `<(…)`.
enum PipedInputs {
  /// Options that name something to read.
  private static let options = [
    RenderOptions.photo, RenderOptions.theme, RenderOptions.template, RenderOptions.notes,
    RenderOptions.request, PresetLinkVerb.map, BundleVerb.home,
  ]
  /// Places of things to read; that of `verify` has the name of that of `check`.
  private static let operands = [
    PreviewVerb.image, CheckVerb.files, BatchOptions.jobs, GalleryVerb.themes,
  ]
  /// They know `-` themselves: jobs are read line by line, however many there are.
  private static let knowing = [
    RenderOptions.notes.long, RenderOptions.request.long, BatchOptions.jobs.name,
  ]

  /// Set once by `main`, before there are threads.
  nonisolated(unsafe) private(set) static var isUsed = false

  /// Reads them before anything else is done.
  ///
  /// - Throws: `conflicting-options` where standard input is named twice, and what keeps them from being
  ///   read.
  static func hold(for invocation: Invocation) throws(RenderError) {
    let named =
      options.flatMap { option in
        invocation.values(of: option).map { (Origin.option(option.long), option.long, $0) }
      }
      + operands.flatMap { operand in
        invocation.operands(operand).map { (Origin.argument(operand.name), operand.name, $0) }
      }
    let piped = named.filter { PipedFile.input($0.2) != nil }
    let fromInput = piped.filter { PipedFile.input($0.2) == 0 }
    if fromInput.count > 1 {
      throw RenderError(
        .conflictingOptions, "standard input is named twice, and can be read once",
        origin: fromInput[1].0, hint: "write one of them to a file")
    }
    guard !piped.isEmpty else { return }
    isUsed = true
    let own = piped.filter { !($0.2 == "-" && knowing.contains($0.1)) }.map(\.2)
    _ = try PipedFile.hold(own, limit: try limit(invocation))
  }

  private static func limit(_ invocation: Invocation) throws(RenderError) -> Int {
    guard let text = invocation.value(of: RenderOptions.maxPhotoBytes) else { return 1 << 30 }
    return try RequestReader.count(text, origin: .option(RenderOptions.maxPhotoBytes.long))
  }
}
