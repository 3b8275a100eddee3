import Designs
import Files
import Gallery
import WallfarmCore
import WallfarmPluginKit

/// The output files of a watched gallery: pages that update themselves, and sheets.
struct GalleryOutputs {
  private let installation: Installation
  private let pages: [String]
  private let sheets: [String]
  /// Distinguishes the versions of this run from those of an earlier run.
  private let run = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  private var count = 0
  /// The current page without the ability to update itself.
  private var page: [[UInt8]] = []
  /// Whether all files show the current page.
  private var isWritten = false

  /// The size of a written output.
  typealias Written = (output: String, bytes: Int)

  init(_ outputs: [String], _ installation: Installation) {
    self.installation = installation
    sheets = outputs.filter { $0.hasSuffix(".png") }
    pages = outputs.filter { !$0.hasSuffix(".png") }
  }

  /// Whether a sheet is among the outputs.
  var hasSheets: Bool { !sheets.isEmpty }

  /// The paths of all files, including those with which open pages update themselves.
  var files: [String] {
    sheets + pages
      + pages.flatMap { page in
        let feed = feed(of: page)
        return [path(feed.news, beside: page), path(feed.pictures, beside: page)]
      }
  }

  /// Replaces each file, if the gallery differs from the written one.
  ///
  /// - Returns: The outputs with their sizes; empty if the gallery has not changed.
  /// - Throws: `output-failed`, and errors of drawing a sheet.
  mutating func show(
    _ gallery: Gallery, problems: [RenderError]
  ) throws(RenderError) -> [Written] {
    let page = try GalleryPage(gallery).pieces()
    guard page != self.page || !isWritten else {
      try tell(problems)
      return []
    }
    // After a failed write, the next update writes all files again.
    (self.page, isWritten) = (page, false)
    let next = count + 1
    var written: [Written] = []
    for output in pages {
      let feed = feed(of: output, version: next)
      let live = try GalleryPage(gallery, feed: feed).pieces()
      // An open page reads the pictures after it has read the news about them.
      try write(feed.picturesScript(of: gallery), to: path(feed.pictures, beside: output))
      try write(live, to: output)
      written.append((output, live.reduce(0) { $0 + $1.count }))
    }
    count = next
    try tell(problems)
    for output in sheets {
      let sheet = try ContactSheet(gallery, installation: installation).png()
      try write([sheet], to: output)
      written.append((output, sheet.count))
    }
    isWritten = true
    return written
  }

  /// Shows problems on the open pages, whose pictures stay.
  ///
  /// - Throws: `output-failed`.
  func tell(_ problems: [RenderError]) throws(RenderError) {
    guard count > 0 else { return }
    for output in pages {
      let feed = feed(of: output)
      try write([feed.newsScript(problems)], to: path(feed.news, beside: output))
    }
  }

  /// Replaces each page by a page that is complete without other files, and removes these files.
  ///
  /// - Throws: `output-failed`.
  func end() throws(RenderError) {
    guard count > 0 else { return }
    for output in pages {
      let feed = feed(of: output)
      try WholeFile.write(page, to: output)
      for name in [feed.news, feed.pictures] { try WholeFile.remove(path(name, beside: output)) }
    }
  }

  private func feed(of page: String, version: Int? = nil) -> GalleryFeed {
    GalleryFeed(page: Files.name(of: page), version: "\(run)-\(version ?? count)")
  }

  private func path(_ name: String, beside page: String) -> String {
    Files.join(Files.folder(of: page), name)
  }

  /// Replaces a file without waiting for the disk, because the next save replaces it again.
  private func write(_ pieces: [[UInt8]], to path: String) throws(RenderError) {
    try WholeFile.write(pieces, to: path, isDurable: false)
  }
}
