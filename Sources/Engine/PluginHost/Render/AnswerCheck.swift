internal import Digests
internal import Files
internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// Validates a plugin's answer, which is untrusted input.
struct AnswerCheck {
  let manifest: PluginManifest
  let context: ComposeContext
  let values: ParameterValues

  /// Returns the arrangement in a `done` answer, or throws the error in an `error` answer.
  ///
  /// - Parameters:
  ///   - node: The answer.
  ///   - problem: The most recent error that wallfarm reported to the plugin, if any.
  /// - Returns: The arrangement, with layers that can be drawn and details for the receipt.
  /// - Throws: `plugin-answer`, `plugin-refused`, `invalid-scene`, `path-outside`.
  func arrangement(
    _ node: JSONEntry, _ problem: RenderError?
  ) throws(RenderError) -> Arrangement {
    guard node["message"] == nil || node["layers"] != nil else {
      throw refusal(node, problem)
    }
    let reader = MessageReader()
    var arrangement: Arrangement
    do {
      arrangement = try reader.arrangement(node, notes: context.notes.count)
    } catch {
      throw manifest.answer(error.sentence)
    }
    if manifest.description.kind == .background {
      guard arrangement.fontSize == nil, arrangement.notes.isEmpty, arrangement.warnings.isEmpty,
        arrangement.expires == nil, arrangement.room == nil
      else { throw manifest.answer("a background may return only layers") }
    }
    guard arrangement.expires == nil || manifest.description.timePrecision != nil else {
      throw manifest.answer("it sets 'expires', but its plugin.json has no 'time'")
    }
    let privacy = NotePrivacy(context.content)
    for index in arrangement.warnings.indices {
      arrangement.warnings[index].message = privacy.hiding(arrangement.warnings[index].message)
      arrangement.warnings[index].hint = arrangement.warnings[index].hint.map(privacy.hiding)
    }
    arrangement.layers = try arrangement.layers.map { (layer) throws(RenderError) in
      try withFiles(layer)
    }
    try checkScene(arrangement.layers, count: reader.layers)
    return arrangement
  }

  /// Checks the layers against the limits of the renderer before rendering, so that the error can
  /// name the plugin.
  private func checkScene(_ layers: [Layer], count: Int) throws(RenderError) {
    guard count <= SceneCheck.mostLayers else {
      throw undrawable("it has \(count) layers; the maximum is \(SceneCheck.mostLayers)")
    }
    let pixels = context.screen?.size ?? PixelSize(width: 1, height: 1)
    let check = SceneCheck(size: context.canvas, pixels: pixels)
    for (index, layer) in layers.enumerated() {
      do throws(SceneMistake) {
        try check.check([layer])
      } catch {
        throw undrawable("layers[\(index)], in layer '\(error.layer)': \(error.what)")
      }
    }
    if let excess = check.cost.excess(of: layers) {
      throw undrawable("layers[\(excess.index)], in layer '\(excess.layer)': \(excess.sentence)")
    }
  }

  private func undrawable(_ what: String) -> RenderError {
    RenderError(
      .invalidScene, "the plugin '\(manifest.id)' returned a scene that cannot be drawn: \(what)",
      origin: .file(manifest.file), hint: "see the limits in docs/plugin-contract.md")
  }

  /// Resolves the image paths in a layer; each image must be in the plugin folder or be an input of
  /// the plugin.
  private func withFiles(_ layer: Layer) throws(RenderError) -> Layer {
    var layer = layer
    switch layer.content {
    case .image(var image):
      image.file = try path(of: image.file)
      layer.content = .image(image)
    case .group(var group):
      group.layers = try group.layers.map { (layer) throws(RenderError) in try withFiles(layer) }
      layer.content = .group(group)
    case .fill, .shape, .text, .pixels: break
    }
    return layer
  }

  private func path(of file: String) throws(RenderError) -> String {
    let given = manifest.description.schema.parameters.contains { parameter in
      parameter.kind == .file && !file.isEmpty && values[parameter.key] == .string(file)
    }
    if given || context.content.hasPhoto(file) { return file }
    let path = manifest.folder + "/" + file
    guard !file.hasPrefix("/"), let real = Files.resolvedAsFar(path),
      Files.isInside(path, manifest.folder)
    else {
      throw RenderError(
        .pathOutside,
        "the plugin '\(manifest.id)' names a picture outside its folder: "
          + "'\(file.onOneLine.prefix(60))'",
        origin: .file(manifest.file),
        hint:
          "use files in the plugin folder, or files to which its parameters or content refer")
    }
    guard Files.kind(of: real) == .regular else {
      throw RenderError(
        .fileUnreadable,
        "the plugin '\(manifest.id)' names a picture that does not exist: "
          + "'\(file.onOneLine.prefix(60))'",
        origin: .file(manifest.file), hint: "add the file to the plugin folder")
    }
    return real
  }

  // MARK: - Refusals

  /// The error codes that a plugin may report.
  private static let codes: [ErrorCode] = [
    .noNotes, .notesDoNotFit, .textDoesNotFit, .invalidParameter,
  ]

  /// Returns the error that the plugin reported.
  private func refusal(_ node: JSONEntry, _ problem: RenderError?) -> RenderError {
    let reader = MessageReader()
    do throws(MessageMistake) {
      try reader.object(node, keys: ["type", "code", "message", "hint", "parameter"])
      let message = try reader.sentence("message", of: node)
      let hint = try reader.optionalSentence("hint", of: node)
      let key = try reader.optionalSentence("parameter", of: node)
      let word = try reader.optionalSentence("code", of: node)
      if let problem, word == problem.code.rawValue { return problem }
      guard let code = Self.codes.first(where: { $0.rawValue == word }) else {
        return RenderError(
          .pluginRefused, "the plugin '\(manifest.id)' failed: \(message)",
          origin: key.flatMap(values.origin) ?? .file(manifest.file),
          hint: hint ?? "ask the author of the plugin: \(manifest.author)")
      }
      return RenderError(
        code, message, origin: key.flatMap(values.origin) ?? origin(of: code),
        hint: hint)
    } catch {
      return manifest.answer("in its error, " + error.sentence)
    }
  }

  private func origin(of code: ErrorCode) -> Origin {
    switch code {
    case .noNotes: .option("note")
    case .notesDoNotFit: .notes
    default: .file(manifest.file)
    }
  }

  // MARK: - Pixels

  /// Validates pixels and wraps them in a layer.
  ///
  /// - Throws: `plugin-answer` if the size is wrong or a color component exceeds its alpha.
  func arrangement(
    _ bytes: [UInt8], _ screen: ComposeContext.Screen
  ) throws(RenderError) -> Arrangement {
    let wanted = screen.size.area * 4
    guard bytes.count == wanted else {
      throw manifest.answer("it filled \(bytes.count) of \(wanted) bytes")
    }
    if let index = firstNotPremultiplied(bytes) {
      let (x, y) = (index % screen.size.width, index / screen.size.width)
      throw manifest.answer(
        "the pixel in column \(x), row \(y) has a color above its alpha; multiply it by alpha")
    }
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    let content = PixelContent(size: screen.size, bytes: bytes, digest: digest.finish())
    return Arrangement(layers: [Layer("pixels", .pixels(content))])
  }

  private func firstNotPremultiplied(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      for index in 0..<bytes.count / 4 {
        let pixel = bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
        if any(pixel .> SIMD4(repeating: pixel.w)) { return index }
      }
      return nil
    }
  }
}
