// More rows for the table of WrongCommandTests. Each row renders one valid note on one device.

extension WrongCommand {
  private static func one(
    _ arguments: String..., code: String, _ value: String, in origin: String?, hint: String? = nil
  ) -> WrongCommand {
    render(["-d", "iphone8", "-n", "a"] + arguments, code, value, in: origin, hint: hint)
  }

  static let namesAndFiles = [
    one("-t", "lokc", code: "unknown-template", "'lokc'", in: "--template", hint: "'lock'"),
    one(
      "-t", "./folder", code: "file-unreadable", "'./folder/template.json'",
      in: "./folder/template.json"),
    one(
      "--theme", "midnigth", code: "unknown-theme", "'midnigth'", in: "--theme", hint: "midnight"),
    one("--theme", "no.json", code: "file-unreadable", "'no.json'", in: "no.json"),
    one(
      "--theme", "theme.json", code: "unknown-key", "'colours'", in: "theme.json:1:30",
      hint: "'colors'"),
    one("-s", "max-size", code: "invalid-parameter", "'max-size'", in: "--set", hint: "=VALUE"),
    one(
      "-s", "max-siz=20", code: "unknown-parameter", "'max-siz'", in: "--set max-siz",
      hint: "'max-size'"),
    one(
      "--color=navy", "-s", "color=red", code: "unknown-parameter", "'color'", in: "--set",
      hint: "numbered-notes.color=…"),
    one(
      "-s", "max-size=500", code: "invalid-parameter", "'500'", in: "--set max-size", hint: "120"),
    one(
      "-s", "max-size=20pt", code: "invalid-parameter", "'20pt'", in: "--set max-size",
      hint: "without a unit"),
    one(
      "-s", "weight=1e400", code: "invalid-parameter", "'1e400'", in: "--set weight", hint: "900"),
    one(
      "-s", "anchor=middle", code: "invalid-parameter", "'middle'", in: "--set anchor"),
    one("-s", "font=Arial", code: "unknown-font", "'Arial'", in: "--set font", hint: "font list"),
    one(
      "-s", "min-size=50", code: "invalid-parameter", "'min-size'", in: "--set min-size",
      hint: "max-size"),
  ]

  static let pictures = [
    one("--color", "bluish", code: "invalid-parameter", "'bluish'", in: "--color", hint: "#1c1c1e"),
    one("--color", "none", code: "invalid-parameter", "'none'", in: "--color"),
    one("--photo", "no.jpg", code: "photo-unreadable", "'no.jpg'", in: "--photo", hint: "path"),
    one("--photo", "folder", code: "photo-unreadable", "it is a folder", in: "--photo"),
    one("--photo", "", code: "photo-unreadable", "no photo", in: "--photo", hint: "--photo FILE"),
    one(
      "--photo", "empty.jpg", code: "photo-format", "empty", in: "empty.jpg", hint: "AVIF or SVG"),
    one(
      "--photo", "photo.png", code: "photo-format", "unknown format", in: "photo.png",
      hint: "content"),
    one(
      "--photo=photo.png", "--color=red", code: "conflicting-options", "--color", in: "--photo",
      hint: "one background"),
    one(
      "--background=none", "--color=red", code: "conflicting-options", "--background",
      in: "--color", hint: "one background"),
    one(
      "--background", "gradeint", code: "unknown-plugin", "'gradeint'", in: "--background",
      hint: "'gradient'"),
    one(
      "--background", "banner", code: "unknown-plugin", "'banner' is a layout", in: "--background",
      hint: "plugin list"),
    one("--background", "photo", code: "photo-unreadable", "no photo", in: "--photo"),
    one(
      "--background=none", "-f", "jpeg", code: "conflicting-options", "JPEG", in: "--format",
      hint: "png"),
    one(
      "--color=#00008080", "-o", "a.jpg", code: "conflicting-options", "JPEG", in: "--format",
      hint: "png"),
    one(
      "--clock=large", "--strict", code: "strict-warning", "(clock-not-offered)", in: "--strict",
      hint: "leave out"),
  ]

  static let outputs = [
    one(
      "-o", "{devic}.png", code: "output-pattern", "'{devic}'", in: "--output", hint: "'{device}'"),
    one("-o", "{device.png", code: "output-pattern", "'{device.png'", in: "--output"),
    one(
      "-o", "no/a.png", code: "output-failed", "the folder 'no' does not exist", in: "--output",
      hint: "mkdir -p 'no'"),
    one(
      "-o", "empty.jpg/a.png", code: "output-failed", "'empty.jpg' is not a folder", in: "--output",
      hint: "--output"),
    one("-o", "/proc/a.png", code: "output-failed", "'/proc/a.png'", in: "--output"),
    one("-o", "", code: "output-failed", "''", in: "--output"),
    one(
      "-o", "-", "--report", "-", code: "conflicting-options", "--report -", in: "--output",
      hint: "to a file"),
    one(
      "-o", "-", "--json", "--errors", "text", code: "conflicting-options", "--json",
      in: "--output", hint: "to a file"),
    one(
      "--report", "no/a.json", code: "output-failed", "the folder 'no' does not exist",
      in: "--report", hint: "mkdir -p 'no'"),
    one(
      "--report", "empty.jpg/a.json", code: "output-failed", "'empty.jpg' is not a folder",
      in: "--report", hint: "--report"),
    render(
      ["-n", "a", "-d", "iphone8,ipad10", "-o", "a.png"], "output-pattern", "'a.png'",
      in: "--output", hint: "{template}-{device}.{format}"),
    render(
      ["-n", "a", "-d", "iphone8,ipad10", "-o", "-"], "output-pattern", "2 pictures",
      in: "--output", hint: "name one device"),
  ]

  static let others = [
    WrongCommand(
      arguments: ["describe", "numbered-note"], code: "unknown-name", value: "'numbered-note'",
      origin: "name", hint: "'numbered-notes'"),
    WrongCommand(
      arguments: ["describe", "xyzzy"], code: "unknown-name", value: "'xyzzy'", origin: "name",
      hint: "plugin list"),
    WrongCommand(
      arguments: ["describe", "no.json"], code: "file-unreadable", value: "'no.json'",
      origin: "no.json", hint: "path"),
    WrongCommand(
      arguments: ["check", "no.json"], status: 1, code: "file-unreadable", value: "'no.json'",
      origin: "no.json", hint: "path", prints: true),
    WrongCommand(
      arguments: ["check", "theme.json"], status: 1, code: "invalid-value", value: "'background'",
      origin: "theme.json:1:1", prints: true),
  ]
}
