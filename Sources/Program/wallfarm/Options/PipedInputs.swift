import Arguments
import Files
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Inputs that are read through descriptors: `-`, `/dev/stdin`, `<(…)`.
enum PipedInputs {
  /// Options that take an input file.
  private static let options = [
    RenderOptions.photo, RenderOptions.theme, RenderOptions.template, RenderOptions.notes,
    RenderOptions.content,
    RenderOptions.request, PresetLinkVerb.map, BundleVerb.home,
    BundleVerb.address, SetupVerb.homePhoto, FlowPlayVerb.answers,
    ChallengeRefreshVerb.health,
  ]
  /// Operands that are input files; `CheckVerb.files` also stands for the operands of `verify` and
  /// `content convert`, which have the same name.
  private static let operands = [
    PreviewVerb.image, CheckVerb.files, BatchOptions.jobs, GalleryVerb.themes, FlowFunnelVerb.file,
  ]
  /// Inputs for which the command itself reads `-`; for example, `batch` streams jobs line by line.
  private static let knowing = [
    RenderOptions.notes.long, RenderOptions.content.long, RenderOptions.request.long,
    BundleVerb.address.long, BatchOptions.jobs.name, FlowPlayVerb.answers.long,
  ]

  /// `main` sets this once, before any thread starts.
  nonisolated(unsafe) private(set) static var isUsed = false

  /// Reads piped inputs before the verb runs.
  ///
  /// - Throws: `conflicting-options` if standard input is named twice, and read errors.
  static func hold(for invocation: Invocation) throws(RenderError) {
    let piped = named(in: invocation).filter { PipedFile.input($0.path) != nil }
    let fromInput = piped.filter { PipedFile.input($0.path) == 0 }
    if fromInput.count > 1 {
      throw RenderError(
        .conflictingOptions, "standard input is used twice, but can be read only once",
        origin: fromInput[1].origin, hint: "read one of the inputs from a file")
    }
    guard !piped.isEmpty else { return }
    isUsed = true
    var limits: [String: PipedFile.Limit] = [:]
    for one in piped where !(one.path == "-" && knowing.contains(one.name)) {
      limits[one.path] = try limit(of: one.name, invocation)
    }
    try PipedFile.hold(limits)
  }

  private struct Named {
    let origin: Origin
    let name: String
    let path: String
  }

  /// Returns all inputs that an invocation can read, including plugin parameters that name a file.
  private static func named(in invocation: Invocation) -> [Named] {
    let settings = invocation.values(of: RenderOptions.set).compactMap { setting -> Named? in
      guard let value = setting.firstIndex(of: "=").map({ setting[setting.index(after: $0)...] }),
        value != "-"
      else { return nil }
      return Named(origin: .option("set"), name: "photo", path: String(value))
    }
    let values = options.flatMap { option in
      invocation.values(of: option).map {
        Named(origin: .option(option.long), name: option.long, path: $0)
      }
    }
    let words = operands.flatMap { operand in
      invocation.operands(operand).map {
        Named(origin: .argument(operand.name), name: operand.name, path: $0)
      }
    }
    return values + words + settings
  }

  /// Returns the size limit for the input of an option or operand.
  private static func limit(
    of name: String, _ invocation: Invocation
  ) throws(RenderError) -> PipedFile.Limit {
    switch name {
    case BatchOptions.jobs.name, ChallengeRefreshVerb.health.long:
      return PipedFile.Limit(bytes: 1 << 30)
    case RenderOptions.photo.long, PreviewVerb.image.name, CheckVerb.files.name,
      BundleVerb.home.long, SetupVerb.homePhoto.long:
      let most = RenderOptions.maxPhotoBytes
      let given = try invocation.value(of: most).map { (text) throws(RenderError) in
        try RequestReader.count(text, origin: .option(most.long))
      }
      return PipedFile.Limit(bytes: given ?? PhotoLimits().bytes, setting: "--" + most.long)
    default: return PipedFile.Limit(bytes: 16 << 20)
    }
  }
}
