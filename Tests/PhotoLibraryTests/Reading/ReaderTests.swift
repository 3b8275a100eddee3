import Files
import Foundation
import PhotoLibrary
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A crash of a reader process affects only the photo that it is reading.
@Suite struct ReaderTests {
  /// Writing to a reader that exited would raise SIGPIPE.
  init() { signal(SIGPIPE, SIG_IGN) }

  private func files(_ count: Int) -> [WalkedFile] {
    (0..<count).map { WalkedFile(path: "\($0)", size: 1, modified: 0, inode: UInt64($0)) }
  }

  /// A reader script that answers with the path, and exits when a path contains a 7.
  private static let script = """
    echo '{"missing":["lengths"]}'
    while read -r line; do
      case "$line" in *'"path":"'*7*'"'*) exit 9 ;; esac
      printf '{"content":"%s"}\\n' "$(printf '%s' "$line" | sed 's/.*"path":"\\([0-9]*\\)".*/\\1/')"
    done
    """

  @Test(arguments: [1, 3])
  func aPhotoThatEndsItsReaderIsDamaged(_ count: Int) throws {
    let reader = try LibraryReader(["/bin/sh", "-c", Self.script], count: count)
    let facts = try reader.heads(of: files(40), readsPlaces: true)
    try #require(facts.count == 40)
    for number in 0..<40 {
      if "\(number)".contains("7") {
        #expect(facts[number]?.damage?.kind == .crash, "\(number)")
      } else {
        let one = try #require(facts[number])
        #expect(one.damage == nil && one.content == "\(number)")
      }
    }
    #expect(reader.missing == ["lengths"])
  }

  /// The first reader does not take a whole batch while the other readers are idle.
  @Test func eachReaderHasItsShare() throws {
    let script = """
      echo '{"missing":[]}'
      while read -r line; do printf '{"content":"%s"}\\n' "$$"; done
      """
    let reader = try LibraryReader(["/bin/sh", "-c", script], count: 2)
    let facts = try reader.heads(of: files(4), readsPlaces: true)
    #expect(Set(facts.map { $0?.content }).count == 2)
  }

  /// Every photo that crashes its reader is marked as damaged, even if many such photos follow each
  /// other.
  @Test func photosThatAllEndTheirReadersAreDamaged() throws {
    let reader = try LibraryReader(
      ["/bin/sh", "-c", "echo '{\"missing\":[]}'; read -r line; exit 9"], count: 2)
    let facts = try reader.heads(of: files(20), readsPlaces: true)
    #expect(facts.allSatisfy { $0?.damage?.kind == .crash })
  }

  /// The amount of output that is collected from a reader is limited, even if the output has no
  /// line end.
  @Test func aReaderThatSaysTooMuchCostsItsPhoto() throws {
    let script = "echo '{\"missing\":[]}'; read -r line; exec cat /dev/zero"
    let reader = try LibraryReader(["/bin/sh", "-c", script], count: 1)
    let facts = try reader.heads(of: files(2), readsPlaces: true)
    #expect(facts.allSatisfy { $0?.damage?.kind == .crash })
  }

  /// A surplus answer is never assigned to the next photo.
  @Test func aReaderThatAnswersTwiceIsReplaced() throws {
    let script = """
      echo '{"missing":[]}'
      while read -r line; do printf '{"content":"its own"}\\n{"content":"surplus"}\\n'; done
      """
    let reader = try LibraryReader(["/bin/sh", "-c", script], count: 1)
    for _ in 0..<3 {
      #expect(try reader.heads(of: files(1), readsPlaces: true).map { $0?.content } == ["its own"])
    }
  }

  /// A photo that takes too long, for example on an unresponsive disk, does not affect other
  /// photos.
  @Test func aPhotoThatTakesTooLongIsLeft() throws {
    let folder = try TemporaryFolder()
    // The clock stands still until a reader hangs, and then jumps far ahead. If it jumped earlier,
    // the earlier answers would seem late.
    let script = """
      echo '{"missing":[]}'
      while read -r line; do
        case "$line" in *'"path":"3"'*) touch hangs; exec sleep 1000 ;; esac
        rm -f hangs
        printf '{"content":"c"}\\n'
      done
      """
    let start = SuspendingClock().now
    var looks = 0
    let reader = try LibraryReader(
      ["/usr/bin/env", "-C", folder.path, "/bin/sh", "-c", script], count: 1
    ) {
      guard folder.names(in: "").contains("hangs") else { return start }
      looks += 1
      return looks > 5 ? start + .seconds(60) : start
    }
    let facts = try reader.heads(of: files(6), readsPlaces: true)
    #expect(facts.map { $0?.damage?.kind } == [nil, nil, nil, .slow, nil, nil])
  }

  /// A second Ctrl-C does not wait for the current photo.
  @Test func aSecondCtrlCLeavesWhatIsBeingRead() throws {
    let reader = try LibraryReader(
      ["/bin/sh", "-c", "echo '{\"missing\":[]}'; exec sleep 1000"], count: 2)
    var asked = 0
    let facts = try reader.heads(of: files(6), readsPlaces: true) {
      asked += 1
      return asked > 2
    }
    #expect(facts.count == 6 && facts.allSatisfy { $0 == nil })
    #expect(try reader.heads(of: files(2), readsPlaces: true) == [nil, nil])
  }

  /// If every reader exits at once, reading fails, and no photo is marked as damaged.
  @Test func readersThatEndAtOnceAreAnError() throws {
    let reader = try LibraryReader(["/bin/false"], count: 2)
    do throws(RenderError) {
      _ = try reader.heads(of: files(40), readsPlaces: true)
      Issue.record("no reader has answered anything")
    } catch {
      #expect(error.code == .inputFailed)
    }
  }

  @Test func factsReadBackEqual() throws {
    var facts = HeadFacts()
    (facts.content, facts.format, facts.width, facts.height) = ("c", .jpeg, 40, 30)
    (facts.day, facts.moment, facts.offset, facts.dateSource) = (20_000, 1_728_000_000, -210, .gps)
    (facts.latitude, facts.longitude, facts.isScreenshot) = (-33.8688, 151.2093, true)
    facts.isUTC = true
    facts.damage = PhotoDamage(.cut, "its end is missing")
    let again = try #require(HeadFacts(JSONNode(parsing: facts.words.text(pretty: false))))
    #expect(again == facts && again.offset == -210 && again.latitude == -33.8688 && again.isUTC)
    #expect(again.damage?.kind == .cut)
    let unknown = #"{"content":"c","damage":["of-nobody","so it is"]}"#
    #expect(HeadFacts(try JSONNode(parsing: unknown)) == nil)
    // The index has separate columns for damage and content.
    let kept = facts.keptWords.text(pretty: false)
    #expect(!kept.contains("damage") && !kept.contains("content"))
    #expect(HeadFacts(kept: try JSONNode(parsing: kept), content: "c")?.isUTC == true)
  }
}
