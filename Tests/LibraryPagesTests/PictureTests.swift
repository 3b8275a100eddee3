import Files
import Glibc
import Graphics
import LibraryPages
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Thumbnails of photos, and the processes that make them.
@Suite struct PictureTests {
  private let folder: TemporaryFolder

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    let script = """
      from PIL import Image
      def photo(name, size, **more):
          image = Image.new("RGB", size, (200, 40, 40))
          image.paste((40, 40, 200), (0, 0, size[0] // 2, size[1]))
          image.save(name, **more)
      photo("wide.jpg", (1200, 800))
      photo("small.png", (60, 40))
      photo("panorama.jpg", (3000, 400))
      Image.effect_noise((900, 900), 90).save("large.jpg", quality=95)
      turned = Image.Exif()
      turned[0x0112] = 6
      photo("turned.jpg", (1200, 800), exif=turned)
      whole = open("wide.jpg", "rb").read()
      open("cut.jpg", "wb").write(whole[:len(whole) // 2])
      open("words.jpg", "w").write("no photo at all")
      open("empty.jpg", "w").close()
      """
    let made = folder.python(script)
    try #require(made.status == 0, "\(made.text)")
  }

  private func copy(_ name: String) throws -> PhotoDecoder {
    let file = try SmallPicture.file(of: try Files.read(folder.file(name)))
    return try PhotoDecoder(file, file: name)
  }

  @Test(arguments: [
    ("wide.jpg", 360, 240), ("small.png", 60, 40), ("panorama.jpg", 640, 240),
    ("turned.jpg", 160, 240),
  ])
  func aCopyIsAsHighAsARow(_ name: String, _ width: Int, _ height: Int) throws {
    let copy = try copy(name)
    #expect(copy.format == .webp)
    #expect(copy.size == PixelSize(width: width, height: height))
  }

  @Test(arguments: ["cut.jpg", "words.jpg", "empty.jpg"])
  func whatIsNoWholePhotoHasNoCopy(_ name: String) throws {
    let bytes = try Files.read(folder.file(name))
    #expect(throws: RenderError.self) { try SmallPicture.file(of: bytes) }
  }

  /// The real program, inside its fence, makes a thumbnail of each photo, and a failure does not
  /// affect other photos.
  @Test func processesMakeCopies() throws {
    let names = [
      "wide.jpg", "cut.jpg", "turned.jpg", "words.jpg", "missing.jpg", "small.png", "large.jpg",
    ]
    let makers = PictureMakers([Program.path, "library-pictures"], count: 2)
    let copies = try makers.pictures(of: names.map(folder.file))
    #expect(copies.map { $0 != nil } == [true, false, true, false, false, true, true])
    for (name, copy) in zip(names, copies) {
      guard let copy else { continue }
      // The bytes are the same as without a separate process.
      #expect(copy == (try SmallPicture.file(of: try Files.read(folder.file(name)))))
    }
  }

  /// The process remains confined even if a photo takes control of the decoder.
  @Test func theProcessIsLockedIn() throws {
    let seen = try Program.bash(
      """
      mkfifo in; "$wallfarm" library-pictures < in > /dev/null & pid=$!
      exec 3> in
      for i in $(seq 1000); do grep -q "^Seccomp:.2" /proc/$pid/status && break; sleep 0.02; done
      cat /proc/$pid/status; exec 3>&-; wait $pid
      """, in: folder)
    #expect(seen.status == 0, "\(seen.error)")
    #expect(seen.output.contains("Seccomp:\t2") && seen.output.contains("NoNewPrivs:\t1"))
  }

  /// If a process exits, writes too much, or returns an invalid picture, only its current pictures
  /// fail.
  @Test(arguments: [
    "exit 3", "echo 1048577; exec cat > /dev/null", "echo 99999999999999999999; exec cat",
    "echo hello; exec cat > /dev/null", "cat /dev/zero & exec cat > /dev/null",
    "while :; do printf '5\\nhello'; done & exec cat > /dev/null",
  ])
  func aProcessThatFailsCostsItsPicture(_ script: String) throws {
    try expectNoPicture(of: PictureMakers(["/bin/sh", "-c", script], count: 2))
  }

  /// If a process hangs, only its current pictures fail, whether or not it reads the photo.
  @Test(arguments: ["exec sleep 1000", "cat > /dev/null"])
  func aProcessThatHangsCostsItsPicture(_ script: String) throws {
    try expectNoPicture(of: PictureMakers(["/bin/sh", "-c", script], count: 2, patience: .zero))
  }

  private func expectNoPicture(of makers: PictureMakers) throws {
    // The large photo exceeds the capacity of a pipe.
    let names = ["large.jpg", "wide.jpg", "small.png", "turned.jpg"]
    #expect(try folder.bytes("large.jpg").count > 300_000)
    let copies = try makers.pictures(of: names.map(folder.file))
    #expect(copies.allSatisfy { $0 == nil } && copies.count == 4)
  }

  @Test func aProgramThatIsMissingIsAnError() {
    let makers = PictureMakers(["/nowhere/at/all"], count: 1)
    let error = #expect(throws: RenderError.self) { try makers.pictures(of: ["a.jpg"]) }
    #expect(error?.code == .inputFailed)
  }
}
