import Arguments
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// The options of `render`; ``RequestField`` declares the options of a request.
enum RenderOptions {
  static let template = option(.template)
  static let device = option(.device)
  /// The device option of verbs that accept only one device.
  static let oneDevice = Option(
    device.long, short: device.short, value: "id", completion: device.completion,
    summary: "Device id, such as iphone15; 'wallfarm device list' lists all devices.")
  static let theme = option(.theme)
  static let variant = option(.variant)
  static let note = Option(
    "note", short: "n", value: "text", repeats: true,
    summary: "Text of a note; repeat the option for more notes.")
  static let notes = option(.notes)
  static let content = option(.content)
  static let now = option(.now)
  static let zone = option(.zone)
  static let photo = option(.photo)
  static let color = option(.color)
  static let widgets = flag(.widgets)
  static let orientation = option(.orientation)
  static let clock = option(.clock)
  static let set = option(.set)
  static let form = Option(
    "form", value: "form", allowed: ["auto", "list", "columns", "poster"],
    summary: "Form of the list of notes; equivalent to --set form=FORM.")
  static let language = option(.language)
  static let format = option(.format)
  static let maxPhotoBytes = option(.maxPhotoBytes)
  static let cache = Option(
    "cache", value: "folder",
    summary: "Cache folder for backgrounds with photos; processes can share it.")
  static let cacheBytes = Option(
    "cache-bytes", value: "count", default: "1073741824",
    summary: "Maximum size of the cache in bytes; least recently used entries are evicted first."
  )
  static let output = Option(
    "output", short: "o", value: "file|pattern", default: OutputPattern.standard,
    completion: .files(extensions: ["png", "jpg", "webp"]),
    summary: "File, folder, or pattern with {device} {template} {theme} {format}; - is standard "
      + "output.")
  static let report = Option(
    "report", value: "file", completion: .files(extensions: ["json"]),
    summary: "Write the receipts as a JSON list; - is standard output.")
  static let strict = flag(.strict)
  static let showAreas = flag(.showAreas)
  static let repro = Option(
    "repro", value: "folder", completion: .directories,
    summary: "Render a unit packed by 'wallfarm queue repro'; cannot be combined with options that "
      + "affect the picture.")
  static let request = Option(
    "request", value: "file", completion: .files(extensions: ["json"]),
    summary: "Request as JSON, with the keys of 'wallfarm describe request'; cannot be combined "
      + "with options that affect the picture; - is standard input.")
  static let allowOutside = Flag(
    "allow-outside",
    summary:
      "Allow --request to read files outside its folder and write outside the current folder.")
  static let watch = Flag(
    "watch", short: "w",
    summary: "Render again whenever an input file is saved, and print the changes.")
  static let deadline = Option(
    "deadline", value: "seconds|none", default: "60",
    summary: "Time limit in seconds for all pictures together; none or 0 for no limit.")
  static let json = Flag(
    "json",
    summary:
      "Print the receipts as JSON in the format of --report, instead of a line for each file."
  )
  static let explain = Flag(
    "explain", summary: "Print each text layout that was considered, with its cost.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")

  /// The options of the picture and its file, in the order of ``RequestField/all``.
  static let picture = declarations { $0.name != RequestField.strict.name }

  /// The options of a request that do not concern the device, orientation, theme, variant,
  /// encoding, strictness or photo limits.
  static let look: [Declaration] = {
    let others: [RequestField] = [
      .device, .orientation, .theme, .variant, .colorSpace, .format, .effort, .quality, .strict,
      .maxPhotoBytes, .maxPhotoPixels, .maxPhotoSide, .maxPhotoMemory, .maxPhotoScans,
    ]
    return declarations { field in !others.contains { $0.name == field.name } }
  }()

  /// The picture options of `render`, which by default draws a labeled box if no bundled font has a
  /// character.
  private static let rendered = picture.summarizing(
    .missing,
    "Action if a character is missing from all bundled fonts: fail, or draw a labeled box. Default: "
      + "box with a warning; fail with --strict."
  ).summarizing(
    .content,
    "Dates, events, figures and more: JSON, as 'wallfarm describe content' shows, a URL whose host "
      + "--content-from allows, or - for standard input.")

  static let all: [Declaration] =
    rendered + [
      .option(cache), .option(cacheBytes), .option(output), .option(report), .flag(strict),
      .option(deadline),
      .option(repro), .option(request), .flag(allowOutside), .flag(watch), .flag(json),
      .flag(quiet), .flag(explain),
      .option(KeyOptions.key), .option(DeviceOptions.devices),
    ] + ContentOptions.all + PluginOptions.all

  private static func declarations(
    where isWanted: (RequestField) -> Bool
  ) -> [Declaration] {
    RequestField.all.filter(isWanted).flatMap(declarations)
  }

  /// Returns the options for a field; notes also have `--note`, and settings also have `--form`.
  private static func declarations(_ field: RequestField) -> [Declaration] {
    switch field.kind {
    case .flag: [.flag(flag(field))]
    case .notes: [.option(note), .option(notes)]
    case .settings: [.option(set), .option(form)]
    default: [.option(option(field))]
    }
  }

  private static func option(_ field: RequestField) -> Option {
    var allowed: [String] = []
    if case .choice(let words) = field.kind { allowed = words }
    return Option(
      field.name, short: field.option.short, value: field.option.value, default: field.standard,
      repeats: [.settings, .fonts].contains(field.kind), allowed: allowed,
      completion: completion(of: field), summary: field.summary)
  }

  private static func flag(_ field: RequestField) -> Flag {
    let isOn = field.kind == .flag(true)
    return Flag(field.name, invertible: isOn, default: isOn, summary: field.summary)
  }

  /// Returns the option for a field, with the given summary instead of the field's own summary.
  fileprivate static func option(_ field: RequestField, summary: String) -> Option {
    let usual = option(field)
    return Option(
      usual.long, short: usual.short, value: usual.valueName, default: usual.defaultText,
      repeats: usual.repeats, allowed: usual.allowed, completion: usual.completion,
      summary: summary)
  }

  /// Returns the shell completion for the value of a field.
  private static func completion(of field: RequestField) -> Completion {
    switch field.kind {
    case .devices: .shellCommand("wallfarm device list --names")
    case .notes: .files(extensions: ["json", "txt", "md"])
    case .content: .files(extensions: ["json", "csv", "tsv", "ics", "md", "txt"])
    case .file: .files(extensions: ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif"])
    case .text:
      switch field.name {
      case "template", "theme": .shellCommand("wallfarm \(field.name) list --names")
      case "background": .shellCommand("wallfarm plugin list --names")
      default: .none
      }
    default: .none
    }
  }
}

extension [Declaration] {
  /// Returns the declarations, with the given summary for the option of one field.
  func summarizing(_ field: RequestField, _ summary: String) -> [Declaration] {
    map { $0.long == field.name ? .option(RenderOptions.option(field, summary: summary)) : $0 }
  }
}
