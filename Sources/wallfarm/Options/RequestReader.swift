import Arguments
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Turns the words of `render` into requests, one for each device.
struct RequestReader {
  let invocation: Invocation

  func requests() throws(RenderError) -> [RenderRequest] {
    guard let list = value(RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.shipped.devices(in: list)
    let common = try commonRequest()
    guard !writesToStandardOutput else {
      guard devices.count == 1 else { throw .manyToStandardOutput(devices.count) }
      return [with(common, devices[0], output: .memory)]
    }
    try checkEnding(of: value(RenderOptions.output) ?? "", common.format)
    let pattern = try OutputPattern(value(RenderOptions.output) ?? OutputPattern.standard)
    let shelf = Shelf(installation: try .find())
    let template = try shelf.template(common.template)
    let theme = try common.theme.map { (name) throws(RenderError) in
      try shelf.theme(name, of: common.template).name
    }
    let paths = devices.map { device in
      pattern.path(
        device: device.id, template: template.name,
        theme: theme ?? template.defaultTheme ?? "", format: common.format)
    }
    try OutputPattern.checkForCollisions(paths)
    return zip(devices, paths).map { with(common, $0, output: .file($1)) }
  }

  /// Where backgrounds are kept between runs, if anywhere.
  func cache() throws(RenderError) -> BackgroundCache? {
    let bytes = try count(RenderOptions.cacheBytes)
    guard let folder = value(RenderOptions.cache) else { return nil }
    return try BackgroundCache(folder: folder, mostBytes: bytes ?? 1 << 30)
  }

  /// What a file is compared with: one picture, in the format of its name unless told otherwise.
  func request(comparedWith file: String) throws(RenderError) -> RenderRequest {
    guard let list = value(RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.shipped.devices(in: list)
    guard devices.count == 1 else { throw .manyToCompare(devices.count) }
    var request = with(try commonRequest(), devices[0], output: .memory)
    if value(RenderOptions.format) == nil {
      request.format = ImageFormat(fileName: file) ?? request.format
    }
    return request
  }

  var writesToStandardOutput: Bool { value(RenderOptions.output) == "-" }

  private func value(_ option: Option) -> String? { invocation.value(of: option) }

  private func with(_ request: RenderRequest, _ device: Device, output: Output) -> RenderRequest {
    var request = request
    request.device = device.id
    request.output = output
    return request
  }

  private func commonRequest() throws(RenderError) -> RenderRequest {
    var request = RenderRequest(
      template: value(RenderOptions.template) ?? "lock", device: "", notes: try notes(),
      theme: value(RenderOptions.theme), background: try background())
    request.widgets = invocation.isOn(RenderOptions.widgets)
    // The words below are among those the options allow, so each conversion succeeds.
    request.clock = value(RenderOptions.clock).flatMap(ClockStyle.init(rawValue:)) ?? .standard
    request.overflow =
      value(RenderOptions.overflow).flatMap(OverflowPolicy.init(rawValue:)) ?? .more
    request.direction =
      value(RenderOptions.direction).flatMap(TextDirection.init(rawValue:)) ?? .automatic
    request.colorSpace =
      value(RenderOptions.colorSpace).flatMap(ColorSpace.init(rawValue:)) ?? .sRGB
    request.photoLimits = try photoLimits()
    request.language = try language()
    request.settings = try invocation.values(of: RenderOptions.set)
      .map { (text) throws(RenderError) in try Setting(parsing: text) }
    request.allowsMissingGlyphs = invocation.isOn(RenderOptions.allowMissingGlyphs)
    request.isStrict = invocation.isOn(RenderOptions.strict)
    request.showsAreas = invocation.isOn(RenderOptions.showAreas)
    request.format =
      value(RenderOptions.format).flatMap(ImageFormat.init(rawValue:))
      ?? value(RenderOptions.output).flatMap(ImageFormat.init(fileName:)) ?? .png
    request.effort =
      value(RenderOptions.effort).flatMap(EncodingEffort.init(rawValue:)) ?? .fast
    request.quality = try quality()
    return request
  }

  private func notes() throws(RenderError) -> [Note] {
    let given = invocation.values(of: RenderOptions.note)
    guard let file = value(RenderOptions.notes) else {
      return try given.enumerated().map { (index, text) throws(RenderError) in
        try NotesReader.checked(Note(text), number: index + 1, origin: "--note")
      }
    }
    guard given.isEmpty else {
      throw .excluding("--note", "--notes", hint: "put all notes into the file")
    }
    return try NotesReader.read(file)
  }

  /// A name that promises another format than the file has would mislead every reader of it.
  private func checkEnding(of name: String, _ format: ImageFormat) throws(RenderError) {
    let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    let others = [
      "png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff",
    ]
    guard name.contains("."), others.contains(ending), ImageFormat(fileName: name) != format
    else { return }
    throw RenderError(
      .conflictingOptions, "'\(name)' ends in .\(ending), but the file is a \(format.rawValue)",
      origin: "--output", hint: "end it in .\(format.fileExtension), or use {format}")
  }

  /// A BCP 47 tag by its shape: letters, then parts of letters and digits.
  private func language() throws(RenderError) -> String? {
    guard let tag = value(RenderOptions.language) else { return nil }
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isSound = parts.enumerated().allSatisfy { index, part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        && (index > 0 || (part.count > 1 && part.allSatisfy(\.isLetter)))
    }
    guard isSound else {
      throw RenderError(
        .invalidParameter, "'\(tag)' is no language tag", origin: "--language",
        hint: "write it like ja, zh-TW or pt-BR")
    }
    return tag
  }

  private func quality() throws(RenderError) -> EncodingQuality? {
    guard let text = value(RenderOptions.quality) else { return nil }
    if text == "lossless" { return .lossless }
    guard let level = Int(text), (1...100).contains(level) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is no quality", origin: "--quality",
        hint: "write a whole number from 1 to 100, or lossless for a WebP")
    }
    return .level(level)
  }

  private func photoLimits() throws(RenderError) -> PhotoLimits {
    let standard = PhotoLimits()
    return PhotoLimits(
      bytes: try count(RenderOptions.maxPhotoBytes) ?? standard.bytes,
      pixels: try count(RenderOptions.maxPhotoPixels) ?? standard.pixels,
      side: try count(RenderOptions.maxPhotoSide) ?? standard.side)
  }

  /// A whole number above 0.
  private func count(_ option: Option) throws(RenderError) -> Int? {
    guard let text = value(option) else { return nil }
    // cairo's surfaces end at 32,767 a side and files at what memory holds.
    let most = option.long == RenderOptions.maxPhotoSide.long ? 32_767 : 1 << 40
    guard let number = Int(text), (1...most).contains(number) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a whole number from 1 to \(most)",
        origin: "--\(option.long)", hint: "write a plain number, without a unit")
    }
    return number
  }

  private func background() throws(RenderError) -> BackgroundChoice {
    var choices: [(flag: String, choice: BackgroundChoice)] = []
    if let file = value(RenderOptions.photo) { choices.append(("--photo", .photo(file: file))) }
    if let color = value(RenderOptions.color) { choices.append(("--color", .color(color))) }
    if let name = value(RenderOptions.background) {
      choices.append(("--background", name == "none" ? .none : .plugin(name)))
    }
    guard choices.count <= 1 else {
      throw .excluding(
        choices[0].flag, choices[1].flag, hint: "a picture has one background; give one of them")
    }
    return choices.first?.choice ?? .theme
  }
}

extension RenderError {
  fileprivate static func noDevice() -> RenderError {
    RenderError(
      .unknownDevice, "no device was named", origin: "--device",
      hint: "add --device iphone15; 'wallfarm list devices' shows all")
  }

  fileprivate static func manyToStandardOutput(_ count: Int) -> RenderError {
    RenderError(
      .outputPattern, "\(count) pictures cannot go to standard output", origin: "--output -",
      hint: "name one device, or write to files: --output '{device}.png'")
  }

  fileprivate static func manyToCompare(_ count: Int) -> RenderError {
    RenderError(
      .conflictingOptions, "one file cannot be compared with \(count) devices", origin: "--device",
      hint: "name the device it was rendered for")
  }

  static func excluding(_ one: String, _ two: String, hint: String) -> RenderError {
    RenderError(
      .conflictingOptions, "\(one) and \(two) exclude each other", origin: one, hint: hint)
  }
}
