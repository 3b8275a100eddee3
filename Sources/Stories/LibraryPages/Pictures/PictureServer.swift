internal import Processes
import WallfarmPluginKit

/// The main loop of a thumbnail process.
///
/// A request is a photo. The answer is a WebP file, or empty if no thumbnail can be created.
package enum PictureServer {
  /// The maximum photo size in bytes; cameras and phones create smaller files.
  static let mostOfPhoto = 64 << 20

  /// Answers requests on the standard streams until the input ends.
  package static func serve() {
    var input = HelperInput()
    let output = HelperOutput()
    while let photo = input.message(most: mostOfPhoto) {
      let copy = try? SmallPicture.file(of: photo)
      guard output.send(copy ?? []) else { return }
    }
  }
}
