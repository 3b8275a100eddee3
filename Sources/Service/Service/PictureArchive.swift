internal import Archives
import HTTP
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A ZIP file that contains pictures, each named after its device, and the receipts of the
/// pictures.
enum PictureArchive {
  /// Maximum size of the pictures in bytes: half of the memory for all responses.
  private static let mostBytes = HTTPLimits().answerBytes / 2

  private static func pack(_ pictures: [MadePicture]) throws(RenderError) -> MemoryFile {
    try MemoryFile("wallfarm archive") { (path) throws(RenderError) in
      let zip = try ZipFile(path)
      for picture in pictures {
        guard let bytes = picture.bytes.array() else { throw .overloaded() }
        try zip.add("\(picture.device).\(picture.format.fileExtension)", bytes)
      }
      let receipts = Dictionary(pictures.map { ($0.device, $0.receipt) }) { first, _ in first }
      try zip.add(
        "receipts.json", Array((JSONValue.object(receipts).text(pretty: true) + "\n").utf8))
      try zip.finish()
    }
  }

  /// Returns the response with all pictures or, if any picture failed, with all errors.
  static func answer(_ results: GatheredPictures.Results) -> HTTPAnswer {
    let errors = results.compactMap { result in
      if case .failure(let error) = result { error } else { nil }
    }
    guard errors.isEmpty else { return Problem(errors).answer }
    do throws(RenderError) {
      let pictures = results.compactMap { try? $0.get() }
      let bytes = pictures.reduce(0) { $0 + $1.bytes.count }
      guard bytes <= mostBytes else { throw .archiveTooLarge(bytes, mostBytes) }
      let warnings = Set(pictures.flatMap(\.warnings)).sorted()
      var headers = [
        HTTPHeader("Content-Type", "application/zip"), HTTPHeader("Cache-Control", "no-store"),
        HTTPHeader("Content-Disposition", "attachment; filename=\"wallpapers.zip\""),
      ]
      if !warnings.isEmpty {
        headers.append(HTTPHeader("Wallfarm-Warnings", warnings.joined(separator: ", ")))
      }
      return HTTPAnswer(200, headers, .file(try pack(pictures)))
    } catch {
      return Problem([error]).answer
    }
  }
}

extension RenderError {
  fileprivate static func archiveTooLarge(_ bytes: Int, _ most: Int) -> RenderError {
    RenderError(
      .notOverHTTP,
      "the pictures have \(bytes) bytes in total; the limit for an archive is \(most) bytes",
      origin: .option("devices"),
      hint: "request fewer devices, or request addresses with Prefer: return=representation")
  }
}
