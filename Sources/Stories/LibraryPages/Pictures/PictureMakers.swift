internal import CSystem
internal import Files
internal import Processes
package import WallfarmPluginKit
internal import Work

/// Has small copies of photos made by processes that are locked in: decoders are C, and photos come from anywhere.
///
/// A process is sent one photo after the other and opens none itself. One that ends or takes too long costs the picture
/// that it was at; the next photo is sent to a new one. The program has to ignore SIGPIPE.
package struct PictureMakers: Sendable {
  private let command: [String]
  private let count: Int
  private let patience: Int32

  /// A copy has some kilobytes.
  private static let mostOfCopy = 1 << 20

  /// - Parameters:
  ///   - command: the program, and what makes it one that makes copies.
  ///   - count: how many processes at once.
  ///   - patience: how long one may take for a photo.
  package init(_ command: [String], count: Int, patience: Duration = .seconds(30)) {
    (self.command, self.count) = (command, max(1, count))
    self.patience = Int32(clamping: Int(patience / .milliseconds(1)))
  }

  /// Makes copies of some photos.
  ///
  /// - Parameters:
  ///   - paths: the photos.
  ///   - isMeant: whether the bytes of the file at a place are those that were chosen; called from any thread.
  /// - Returns: the copies in the order of the photos; nil where none can be made.
  /// - Throws: `input-failed` where no process can be started.
  package func pictures(
    of paths: [String], isMeant: @escaping @Sendable (Int, [UInt8]) -> Bool = { _, _ in true }
  ) throws(RenderError) -> [[UInt8]?] {
    // Whether there can be one at all is asked once; after that a missing one is a missing picture.
    let first = try Maker(command)
    first.end()
    let results = UnsafeMutableBufferPointer<[UInt8]?>.allocate(capacity: paths.count)
    results.initialize(repeating: nil)
    defer {
      results.deinitialize()
      results.deallocate()
    }
    // Each thread writes places of its own.
    nonisolated(unsafe) let places = results
    let (command, patience) = (command, patience)
    inParallel(paths.count, threads: count, state: { Crew() }) { crew, number in
      guard let photo = try? Files.read(paths[number], limit: PictureMessages.mostOfPhoto),
        isMeant(number, photo)
      else { return }
      places[number] = crew.picture(of: photo, command, patience)
    }
    return Array(results)
  }

  /// The process of a thread, which is replaced where it ends.
  private final class Crew {
    private var maker: Maker?

    deinit { maker?.end() }

    func picture(of photo: [UInt8], _ command: [String], _ patience: Int32) -> [UInt8]? {
      if maker == nil { maker = try? Maker(command) }
      guard let maker else { return nil }
      guard let copy = maker.copy(of: photo, patience, most: PictureMakers.mostOfCopy) else {
        maker.end()
        self.maker = nil
        return nil
      }
      return PictureMakers.isWebP(copy) ? copy : nil
    }
  }

  /// What a process answers is believed as little as the photo.
  private static func isWebP(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }

  /// One process.
  private struct Maker {
    private let process: PipedProcess

    init(_ command: [String]) throws(RenderError) {
      do throws(ChildProcess.Failure) {
        process = try PipedProcess(command)
      } catch {
        throw .pictureProcess(error.number)
      }
      // A photo does not fit into a pipe, and the other side may never read.
      _ = wallfarm_do_not_wait(process.input)
    }

    func copy(of photo: [UInt8], _ patience: Int32, most: Int) -> [UInt8]? {
      guard PictureMessages.send(photo, to: process.input, patience: patience) else { return nil }
      return PictureMessages.receive(from: process.output, most: most, patience: patience)
    }

    func end() { process.end() }
  }
}

extension RenderError {
  fileprivate static func pictureProcess(_ number: Int32) -> RenderError {
    RenderError(
      .inputFailed,
      "the process that makes small copies cannot be started: \(SystemError.message(number))")
  }
}
