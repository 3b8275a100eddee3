import Arguments
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// What `render` accepts; the names are also those of a job file.
enum RenderOptions {
  static let template = option(
    .template, short: "t", value: "name",
    completion: .shellCommand("wallfarm template list --names"))
  static let device = option(
    .device, short: "d", value: "id,…",
    completion: .shellCommand("wallfarm device list --names"))
  /// Of verbs that are about one.
  static let oneDevice = Option(
    device.long, short: device.short, value: "id", completion: device.completion,
    summary: "The device, such as iphone15; 'wallfarm device list' shows all.")
  static let theme = option(
    .theme, value: "name", completion: .shellCommand("wallfarm theme list --names"))
  static let variant = option(.variant, value: "look")
  static let note = Option(
    "note", short: "n", value: "text", repeats: true, summary: "A note; give it once for each.")
  static let notes = option(
    .notes, value: "file", completion: .files(extensions: ["json", "txt", "md"]))
  static let content = option(
    .content, value: "file",
    completion: .files(extensions: ["json", "csv", "tsv", "ics", "md", "txt"]))
  static let now = option(.now, value: "time")
  static let zone = option(.zone, value: "name")
  static let photo = option(
    .photo, value: "file",
    completion: .files(extensions: ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif"]))
  static let color = option(.color, value: "color")
  static let background = option(
    .background, value: "none|plugin",
    completion: .shellCommand("wallfarm plugin list --names"))
  static let widgets = flag(.widgets)
  static let orientation = option(.orientation, value: "way")
  static let clock = option(.clock, value: "style")
  static let set = option(.set, short: "s", value: "key=value")
  static let form = Option(
    "form", value: "form", allowed: ["auto", "list", "columns", "poster"],
    summary: "How notes are set; the same as --set form=FORM.")
  static let overflow = option(.overflow, value: "policy")
  static let direction = option(.direction, value: "direction")
  static let language = option(.language, value: "tag")
  static let missing = option(.missing, value: "fail|box")
  static let allowMissingGlyphs = flag(.allowMissingGlyphs)
  static let format = option(.format, short: "f", value: "format")
  static let effort = option(.effort, value: "effort")
  static let quality = option(.quality, value: "1…100|lossless")
  static let colorSpace = option(.colorSpace, value: "space")
  static let maxPhotoBytes = option(.maxPhotoBytes, value: "count")
  static let maxPhotoPixels = option(.maxPhotoPixels, value: "count")
  static let maxPhotoSide = option(.maxPhotoSide, value: "pixels")
  static let maxPhotoMemory = option(.maxPhotoMemory, value: "count")
  static let maxPhotoScans = option(.maxPhotoScans, value: "count")
  static let cache = Option(
    "cache", value: "folder",
    summary: "Keep backgrounds with photos here, for the next run; any number may share it.")
  static let cacheBytes = Option(
    "cache-bytes", value: "count", default: "1073741824",
    summary: "Most bytes of --cache; the least recently used go first.")
  static let output = Option(
    "output", short: "o", value: "file|pattern", default: OutputPattern.standard,
    completion: .files(extensions: ["png", "jpg", "webp"]),
    summary: "File, folder, or pattern with {device} {template} {theme} {format}; - is standard "
      + "output.")
  static let report = Option(
    "report", value: "file", completion: .files(extensions: ["json"]),
    summary: "Write a list of receipts as JSON; - is standard output.")
  static let strict = flag(.strict)
  static let showAreas = flag(.showAreas)
  static let repro = Option(
    "repro", value: "folder", completion: .directories,
    summary: "Render a unit that 'wallfarm queue repro' packed up, instead of all the above.")
  static let request = Option(
    "request", value: "file", completion: .files(extensions: ["json"]),
    summary: "A request as JSON, as 'wallfarm describe request' shows it, instead of all the "
      + "above; - is standard input.")
  static let allowOutside = Flag(
    "allow-outside",
    summary: "Let --request read files outside of its folder, and write outside of this one.")
  static let watch = Flag(
    "watch", short: "w",
    summary: "Render again whenever theme, template, notes or photo are saved; tell what changed.")
  static let deadline = Option(
    "deadline", value: "seconds|none", default: "60",
    summary: "Most time for all pictures together; none, or 0, for no limit.")
  static let json = Flag(
    "json",
    summary: "Print the receipts as JSON, as --report writes them, instead of a line for each file."
  )
  static let explain = Flag(
    "explain", summary: "Say which settings of the text were considered, and what decided.")
  static let quiet = Flag("quiet", short: "q", summary: "Say nothing but errors.")

  /// What decides the picture and the form of its file.
  static let picture: [Declaration] = [
    .option(template), .option(device), .option(orientation), .option(theme), .option(variant),
    .option(note),
    .option(notes), .option(content),
    .option(now), .option(zone), .option(photo), .option(color), .option(background),
    .flag(widgets), .option(clock),
    .option(set), .option(form), .option(overflow), .option(direction), .option(language),
    .option(missing), .flag(allowMissingGlyphs), .option(format), .option(effort), .option(quality),
    .option(colorSpace), .option(maxPhotoBytes), .option(maxPhotoPixels), .option(maxPhotoSide),
    .option(maxPhotoMemory), .option(maxPhotoScans),
    .flag(showAreas),
  ]

  /// What decides the picture, whatever theme and device it is for.
  static let look: [Declaration] = [
    .option(template), .option(note), .option(notes), .option(content), .option(now), .option(zone),
    .option(photo),
    .option(color),
    .option(background), .flag(widgets), .option(clock), .option(set), .option(form),
    .option(overflow),
    .option(direction), .option(language), .option(missing), .flag(allowMissingGlyphs),
    .flag(showAreas),
  ]

  static let all: [Declaration] =
    picture + [
      .option(cache), .option(cacheBytes), .option(output), .option(report), .flag(strict),
      .option(deadline),
      .option(repro), .option(request), .flag(allowOutside), .flag(watch), .flag(json),
      .flag(quiet), .flag(explain),
      .option(KeyOptions.key),
    ] + PluginOptions.all

  /// The option of a field, with what only a command line has.
  private static func option(
    _ field: RequestField, short: Character? = nil, value: String, completion: Completion = .none
  ) -> Option {
    var allowed: [String] = []
    if case .choice(let words) = field.kind { allowed = words }
    return Option(
      field.name, short: short, value: value, default: field.standard,
      repeats: field.kind == .settings, allowed: allowed, completion: completion,
      summary: field.summary)
  }

  private static func flag(_ field: RequestField) -> Flag {
    let isOn = field.kind == .flag(true)
    return Flag(field.name, invertible: isOn, default: isOn, summary: field.summary)
  }
}
