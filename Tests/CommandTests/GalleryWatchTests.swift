import Foundation
import Testing
import WallfarmTesting

/// `theme gallery --watch` draws the pictures that a save changes, and keeps all others.
@Suite(.serialized) struct GalleryWatchTests {
  /// Each edit of the theme draws the pictures for which it sets another value, and no others.
  @Test func onlyTheChangedPicturesAreDrawn() throws {
    let gallery = try GalleryRun()
    let edits: [(old: String, new: String, drawn: [Int], told: String)] = [
      ("#ffffff", "#ffee00", [0, 1], "    mine: iphonese3, iphone15\n"),
      ("#102030", "#301020", [2, 3], "    mine, light: iphonese3, iphone15\n"),
      (#""largest": 30"#, #""largest": 26"#, [0, 2], "    mine: iphonese3\n"),
      (
        #""device": "iphonese3"}, "sizes": {"largest": 30}"#,
        #""device": "iphonese3", "variant": "light"}, "sizes": {"largest": 24}"#, [0, 2],
        "    mine, light: iphonese3\n"
      ),
    ]
    for edit in edits {
      let names = edit.drawn.map { GalleryRun.all[$0] }
      for (text, step) in [
        (GalleryRun.edited(edit.old, edit.new), "change"), (GalleryRun.theme, "undo"),
      ] {
        let (said, changed) = try gallery.save(text, to: "mine.json")
        #expect(changed == names, "\(edit.new), \(step)")
        #expect(said.contains("out.html  2 of 4 pictures drawn  "), "\(said)")
        #expect(said.contains(edit.told), "\(said)")
      }
    }
  }

  /// An edit without an effect on the pictures draws none; the page shows other changes.
  @Test func anEditWithoutEffectDrawsNothing() throws {
    let gallery = try GalleryRun()
    let (said, changed) = try gallery.save(
      "// A comment.\n" + GalleryRun.theme, to: "mine.json", until: "no picture has changed")
    #expect(changed.isEmpty && !said.contains("drawn"), "\(said)")
    let other = try gallery.save(
      GalleryRun.edited("A test.", "Another summary."), to: "mine.json",
      until: "0 of 4 pictures drawn")
    #expect(other.changed.isEmpty)
    #expect(try gallery.folder.text("out.html").contains("Another summary."))
  }

  @Test func allInputsAreWatched() throws {
    let gallery = try GalleryRun()
    let (folder, all) = (gallery.folder, GalleryRun.all)
    #expect(
      try gallery.save(GalleryRun.base.replacing("800", with: "500"), to: "base.json").changed
        == all)
    #expect(try gallery.save(#"["Call Ana"]"#, to: "notes.json").changed == all)

    // The custom font is first used, and then replaced.
    let (_, fonts) = try gallery.save(
      GalleryRun.base.replacing(#""Manrope""#, with: #""Mineral""#), to: "base.json")
    #expect(fonts == all)
    let thin = try RenamedFont.bytes("Manrope-Regular.ttf", "Manrope", as: "Mineral")
    let (_, thinner) = try gallery.change(until: "drawn") {
      try folder.write(thin, to: "Mine.ttf")
    }
    #expect(thinner == all)

    // The theme names a photo and an image before they exist.
    let photo = GalleryRun.base.replacing("solid-color", with: "photo").replacing(
      "color", with: "file"
    )
    .replacing("#202040", with: "p.png")
    let dark = GalleryRun.theme.replacing(
      ##", "background": {"parameters": {"color": "#f0f0e0"}}"##, with: "")
    try folder.write(dark, to: "mine.json")
    #expect(try gallery.watched.said("mine, light: ") != nil)
    let (missing, none) = try gallery.save(photo, to: "base.json", until: "photo-unreadable")
    #expect(missing.contains("p.png") && none.isEmpty, "\(missing)")
    func draw(_ color: String, _ name: String) throws {
      _ = Tool.run("convert", ["-size", "900x1600", "xc:\(color)", folder.file("new.png")])
      rename(folder.file("new.png"), folder.file(name))
    }
    for color in ["navy", "maroon"] {
      #expect(
        try gallery.change(until: "drawn") { try draw(color, "p.png") }.changed == all, "\(color)")
    }
    let logo = dark.replacing(
      #""colors""#, with: #""images": [{"file": "logo.png", "points": 40}], "colors""#)
    _ = try gallery.save(logo, to: "mine.json", until: "logo.png")
    for color in ["teal", "olive"] {
      let (said, changed) = try gallery.change(until: "drawn") { try draw(color, "logo.png") }
      #expect(changed == all, "\(color): \(said)")
    }
  }

  @Test func theTemplateAndItsSampleAreWatched() throws {
    let folder = try TemporaryFolder()
    try folder.write(GalleryRun.base, to: "base.json")
    func template(_ sample: String) -> String {
      #"""
      {"format": 1, "summary": "T", "theme": "fog", "sample": "sample.json", "layouts": [
        {"plugin": "numbered-notes"\#(sample)}]}
      """#
    }
    try folder.write(template(""), to: "t/template.json")
    try folder.write(#"{"notes": ["First"]}"#, to: "t/sample.json")
    let watched = try Watched(
      [
        "theme", "gallery", "./base.json", "--template", "./t", "--device", "iphonese3", "--watch",
      ], folder)
    #expect(try watched.said("gallery.html  1 picture  ") != nil)
    try folder.write(#"{"notes": ["Second"]}"#, to: "t/sample.json")
    #expect(try watched.said("1 of 1 picture drawn") != nil)
    try folder.write(
      template(#", "parameters": {"max-size": 20}"#), to: "t/template.json")
    #expect(try watched.said("1 of 1 picture drawn") != nil)
    #expect(folder.names.contains("gallery.png") == false)
  }

  @Test func pluginsAreWatched() throws {
    let folder = try TemporaryFolder()
    try folder.write(WatchTests.plugin, to: "plugins/flat/plugin.py")
    try folder.write(WatchTests.manifest, to: "plugins/flat/plugin.json")
    try folder.write(
      #"{"format": 1, "summary": "Flat.", "background": {"plugin": "flat"}}"#, to: "flat.json")
    let watched = try Watched(
      [
        "theme", "gallery", "./flat.json", "midnight", "--no-variants", "--device", "iphonese3",
        "--plugins", "plugins", "--watch",
      ], folder)
    #expect(try watched.said("gallery.html  2 pictures  ") != nil)
    try folder.write(
      WatchTests.plugin.replacing("#204060", with: "#c04020"), to: "plugins/flat/plugin.py")
    let said = try #require(try watched.said("    flat: iphonese3\n"))
    #expect(said.contains("1 of 2 pictures drawn"), "\(said)")
    try folder.write(
      WatchTests.plugin.replacing("json.dumps", with: "json.dump"), to: "plugins/flat/plugin.py")
    #expect(try watched.said("plugin-crashed") != nil)
    try folder.write(WatchTests.plugin, to: "plugins/flat/plugin.py")
    #expect(try watched.said("1 of 2 pictures drawn") != nil)
  }

  /// A variant that is added or removed adds or removes a row.
  @Test func theRowsFollowTheVariants() throws {
    let gallery = try GalleryRun()
    let start = try #require(GalleryRun.theme.range(of: #""variants""#)).lowerBound
    let end = try #require(GalleryRun.theme.range(of: #""overrides""#)).lowerBound
    let plain = GalleryRun.theme.replacingCharacters(in: start..<end, with: "")
    try gallery.folder.write(plain, to: "mine.json")
    #expect(try gallery.watched.said("0 of 2 pictures drawn") != nil)
    try gallery.folder.write(GalleryRun.theme, to: "mine.json")
    let said = try #require(try gallery.watched.said("mine, light: iphonese3, iphone15"))
    #expect(said.contains("2 of 4 pictures drawn"), "\(said)")
  }
}
