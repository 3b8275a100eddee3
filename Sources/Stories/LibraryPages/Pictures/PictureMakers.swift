internal import Files
internal import Processes
package import WallfarmPluginKit
internal import Work

/// Creates thumbnails in fenced child processes, because decoders are written in C and photos are
/// untrusted.
///
/// A process receives the photos one at a time and opens no files. After a crash or a timeout, only
/// the thumbnail of the current photo is missing, and a new process handles the remaining photos.
/// The program must ignore SIGPIPE.
package struct PictureMakers: Sendable {
  private let command: [String]
  private let count: Int
  private let patience: Duration

  /// The maximum thumbnail size in bytes; the usual size is a few kilobytes.
  private static let mostOfCopy = 1 << 20

  /// Creates a pool of processes.
  ///
  /// - Parameters:
  ///   - command: the program and the arguments that start a thumbnail process.
  ///   - count: the number of processes.
  ///   - patience: the timeout for each photo.
  package init(_ command: [String], count: Int, patience: Duration = .seconds(30)) {
    (self.command, self.count, self.patience) = (command, max(1, count), patience)
  }

  /// Creates thumbnails of photos.
  ///
  /// - Parameters:
  ///   - paths: the paths of the photos.
  ///   - isMeant: returns whether the bytes are those of the expected file at an index; may be
  ///     called from any thread.
  /// - Returns: the thumbnails in the order of the photos; nil for each photo whose thumbnail
  ///   cannot be created.
  /// - Throws: `input-failed` if no process can be started.
  package func pictures(
    of paths: [String], isMeant: @escaping @Sendable (Int, [UInt8]) -> Bool = { _, _ in true }
  ) throws(RenderError) -> [[UInt8]?] {
    // Fail early if no process can be started. After this point, a failure only causes missing
    // thumbnails.
    do throws(ChildProcess.Failure) {
      _ = try HelperProcess(command, most: PictureMakers.mostOfCopy)
    } catch {
      throw .pictureProcess(error.number)
    }
    let results = UnsafeMutableBufferPointer<[UInt8]?>.allocate(capacity: paths.count)
    results.initialize(repeating: nil)
    defer {
      results.deinitialize()
      results.deallocate()
    }
    // Each thread writes to different indices.
    nonisolated(unsafe) let places = results
    let (command, patience) = (command, patience)
    inParallel(paths.count, threads: count, state: { Crew() }) { crew, number in
      guard let photo = try? Files.read(paths[number], limit: PictureServer.mostOfPhoto),
        isMeant(number, photo)
      else { return }
      places[number] = crew.picture(of: photo, command, patience)
    }
    return Array(results)
  }

  /// The process that a thread uses; it is replaced after a failure.
  private final class Crew {
    private var helper: HelperProcess?

    func picture(of photo: [UInt8], _ command: [String], _ patience: Duration) -> [UInt8]? {
      let most = PictureMakers.mostOfCopy
      // Leave space for the length that precedes each thumbnail.
      if helper == nil { helper = try? HelperProcess(command, most: most + 64) }
      guard let helper else { return nil }
      let deadline = SuspendingClock().now + patience
      guard let copy = helper.answer(to: photo, most: most, by: deadline) else {
        self.helper = nil
        return nil
      }
      return PictureMakers.isWebP(copy) ? copy : nil
    }
  }

  /// Validates the answer, because a compromised process is as untrusted as the photo.
  private static func isWebP(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }
}

extension RenderError {
  fileprivate static func pictureProcess(_ number: Int32) -> RenderError {
    RenderError(
      .inputFailed,
      "the process that makes thumbnails cannot be started: \(SystemError.message(number))")
  }
}
