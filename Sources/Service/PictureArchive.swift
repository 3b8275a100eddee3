internal import Archives
internal import CSystem
internal import Glibc
import HTTP
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A ZIP file in memory.
final class PictureArchive: HTTPFile {
  let descriptor: Int32
  let count: Int

  /// Packs pictures, each named by its device, and their receipts.
  ///
  /// - Throws: `output-failed`.
  private init(_ pictures: [MadePicture]) throws(RenderError) {
    descriptor = wallfarm_sealable_file("wallfarm archive")
    // What is written is thrown by the archive where there is no file.
    do throws(RenderError) {
      let zip = try ZipFile("/proc/self/fd/\(descriptor)")
      for picture in pictures {
        guard let bytes = picture.bytes.array() else { throw .overloaded() }
        try zip.add("\(picture.device).\(picture.format.fileExtension)", bytes)
      }
      let receipts = Dictionary(pictures.map { ($0.device, $0.receipt) }) { first, _ in first }
      try zip.add(
        "receipts.json", Array((JSONValue.object(receipts).text(pretty: true) + "\n").utf8))
      try zip.finish()
    } catch {
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    var status = stat()
    fstat(descriptor, &status)
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Most bytes of the pictures in it: half of what all answers together may have.
  private static let mostBytes = HTTPLimits().answerBytes / 2

  /// The answer with all pictures, or with everything that is wrong with some of them.
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
      return HTTPAnswer(200, headers, .file(try PictureArchive(pictures)))
    } catch {
      return Problem([error]).answer
    }
  }
}

extension RenderError {
  fileprivate static func archiveTooLarge(_ bytes: Int, _ most: Int) -> RenderError {
    RenderError(
      .notOverHTTP, "the pictures have \(bytes) bytes together, and an archive may have \(most)",
      origin: .option("devices"),
      hint: "ask for fewer devices, or for addresses: Prefer: return=representation")
  }
}
