internal import CSystem
internal import Files
internal import Glibc
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

  /// Larger files are no photos of a camera or phone.
  private static let mostBytes = 64 << 20
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

  /// Copies of some photos, in their order; nil where none can be made.
  ///
  /// - Throws: `input-failed` where no process can be started.
  package func pictures(of paths: [String]) throws(RenderError) -> [[UInt8]?] {
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
      guard let photo = try? Files.read(paths[number], limit: PictureMakers.mostBytes) else {
        return
      }
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
    private let pid: pid_t
    private let input: Int32
    private let output: Int32

    init(_ command: [String]) throws(RenderError) {
      var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      var kept: Set<Int32> = []
      defer {
        for one in down + up + [nowhere] where one >= 0 && !kept.contains(one) { close(one) }
      }
      guard nowhere >= 0, wallfarm_pipe(&down) == 0, wallfarm_pipe(&up) == 0 else {
        throw .pictureProcess(errno)
      }
      do throws(ChildProcess.Failure) {
        pid = try ChildProcess.start(command, descriptors: [down[0], up[1], nowhere])
      } catch {
        throw .pictureProcess(error.number)
      }
      (input, output) = (down[1], up[0])
      kept = [input, output]
      _ = wallfarm_do_not_wait(input)
    }

    func copy(of photo: [UInt8], _ patience: Int32, most: Int) -> [UInt8]? {
      guard PictureMessages.send(photo, to: input, patience: patience) else { return nil }
      return PictureMessages.receive(from: output, most: most, patience: patience)
    }

    func end() {
      close(input)
      close(output)
      kill(pid, SIGKILL)
      var status: Int32 = 0
      _ = Files.untilNotInterrupted { waitpid(pid, &status, 0) }
    }
  }
}

extension RenderError {
  fileprivate static func pictureProcess(_ number: Int32) -> RenderError {
    RenderError(
      .inputFailed,
      "the process that makes small copies cannot be started: \(SystemError.message(number))")
  }
}
