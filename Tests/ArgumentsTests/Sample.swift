import Arguments

/// A small program with every kind of declaration, for parsing, help and completion tests.
enum Sample {
  static let template = Option(
    "template", short: "t", value: "name", default: "lock",
    completion: .shellCommand("sample list devices --names"), summary: "The template to render.")
  static let device = Option(
    "device", short: "d", value: "names", completion: .shellCommand("sample list devices --names"),
    summary: "The devices to render for: their names, with commas between them.")
  static let note = Option(
    "note", short: "n", value: "text", repeats: true, summary: "A note; it's [optional].")
  static let format = Option(
    "format", value: "format", default: "png", allowed: ["png", "jpeg"],
    summary: "The format of the file.")
  static let output = Option(
    "output", short: "o", value: "path", completion: .files(extensions: ["png", "jpeg"]),
    summary: "Where the file goes.")
  static let folder = Option(
    "folder", value: "path", completion: .directories, summary: "Where packs are kept.")
  static let widgets = Flag(
    "widgets", short: "w", invertible: true, default: true, summary: "Leave room for widgets.")
  static let force = Flag("force", short: "f", summary: "Replace a file that exists.")
  static let quiet = Flag("quiet", short: "q", summary: "Print nothing but errors.")
  static let jobs = Operand(
    "job-file", completion: .files(extensions: ["json"]), summary: "The jobs to run.")
  static let tags = Operand(
    "tag", required: false, repeats: true, allowed: ["red", "green"], summary: "Tags to put on.")

  static let render = Command(
    "render", summary: "Renders one wallpaper.",
    discussion: """
      Names become a plan first, so that whatever can be wrong is
      found before the first pixel.

        sample render --template lock --device iphone15
        sample render -n 'a\\b'

      'Quoted' words may begin a paragraph.
      """,
    accepts: [
      .option(template), .option(device), .option(note), .option(format), .option(output),
      .option(folder), .flag(widgets), .flag(force),
    ])
  static let batch = Command(
    "batch", summary: "Runs a file of jobs.",
    accepts: [.operand(jobs), .operand(tags), .flag(force)])
  static let queue = Command(
    "queue", summary: "Looks after the queue.", accepts: [.option(folder)],
    subcommands: [
      Command("list", summary: "Lists jobs."),
      Command("retry", summary: "Tries dead letters again."),
    ])

  static let root = Command(
    "sample", summary: "Renders wallpapers.", accepts: [.flag(quiet)],
    subcommands: [render, batch, queue])
}
