import Foundation
import Testing
import WallfarmTesting

/// Checks the scripts that build packages, without building a package.
///
/// `make test-packages` installs real packages.
@Suite struct PackagingTests {
  /// The linker does not list libraries that are opened with dlopen, so `libraries.txt` names them.
  @Test func everyLibraryThatIsOpenedOnFirstUseIsNamed() throws {
    let shims = Document.file("Sources/C")
    let sources = try #require(FileManager.default.enumerator(atPath: shims))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".c") }
    let header = try String(contentsOfFile: "/usr/include/unicode/uvernum.h", encoding: .utf8)
    let icu = try #require(header.firstMatch(of: /#define U_ICU_VERSION_SHORT "(\d+)"/)).1
    var opened: Set<String> = []
    for source in sources {
      let text = try String(contentsOfFile: "\(shims)/\(source)", encoding: .utf8)
      for match in text.matches(of: /dlopen\("([^"]+)"( U_ICU_VERSION_SHORT)?/) {
        opened.insert(match.2 == nil ? String(match.1) : "\(match.1)\(icu)")
      }
    }
    // Ignore this library, because the other two ICU libraries depend on it and the same package
    // contains it.
    opened.remove("libicudata.so.\(icu)")
    let named = try Document("scripts/packaging/libraries.txt").lines
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }.map { $0.split(separator: " ") }
    #expect(Set(named.map { String($0[1]) }) == opened)
    #expect(named.allSatisfy { ["depends", "recommends", "suggests"].contains($0[0]) })
  }

  @Test func everyPinnedFileHasACopyrightHolderAndANotice() throws {
    let folder = try TemporaryFolder()
    let documents = "usr/share/doc/fonts"
    let (text, status) = Tool.run(
      Document.file("scripts/packaging/notices"), [folder.path, "fonts", "fonts", "fonts-cjk"],
      withErrors: true)
    #expect(status == 0, "\(text)")
    let copyright = try folder.text("\(documents)/copyright")
    let notices = Set(folder.names(in: "\(documents)/notices"))
    for (lock, columns) in [("fonts", (4, 7)), ("rare", (4, 7)), ("hyphens", (2, 4))] {
      let lines = try Document("Fonts/\(lock).lock").lines.filter { $0.contains("\t") }
      for line in lines where !line.hasPrefix("#") {
        let fields = line.components(separatedBy: "\t")
        let name = try #require(fields[columns.1].split(separator: "/").last)
        #expect(copyright.contains("/\(name)\n"), "\(name) is in no stanza")
        #expect(notices.contains(fields[columns.0]), "no notice of \(fields[columns.0])")
      }
    }
  }

  @Test func billsOfMaterialsAreValidAndReproducible() throws {
    let folder = try TemporaryFolder()
    try folder.write("program", to: "staged/usr/bin/wallfarm")
    try folder.write("map", to: "staged/usr/share/wallfarm/Maps/cities.bin")
    func bill() -> (text: String, status: Int32) {
      Tool.run(
        Document.file("scripts/packaging/sbom"),
        [
          folder.file("staged"), "wallfarm", "0.1.0~1-1", "1795836852", "--group", "program",
          "--group", "fonts", "--group", "fonts-cjk", "--needs", "libc6=2.36-9",
        ])
    }
    let (text, status) = bill()
    #expect(status == 0)
    #expect(bill().text == text)
    #expect(text.contains("./usr/share/wallfarm/Maps/cities.bin"))
    try folder.write(text, to: "good.spdx.json")
    try folder.write(
      text.replacing("CC-BY-SA-4.0 OR LGPL-3.0-only", with: "CC-BY-SA-4.0 OR Unknown-1.0"),
      to: "bad.spdx.json")
    let validator = Document.file(".build/python/bin/pyspdxtools")
    let good = Tool.run(validator, ["-i", folder.file("good.spdx.json")], withErrors: true)
    #expect(good.status == 0, "\(good.text.prefix(2000))")
    let bad = Tool.run(validator, ["-i", folder.file("bad.spdx.json")], withErrors: true)
    #expect(bad.status != 0)
  }

  @Test(arguments: ["service", "workers", "secrets"])
  func manifestsAreValid(_ name: String) throws {
    let folder = try TemporaryFolder()
    let manifest = try Document("scripts/kubernetes/\(name).yaml")
    let validator = Document.file(".build/python/bin/kubernetes-validate")
    let good = Tool.run(
      validator, ["--strict", Document.file(manifest.path)], withErrors: true)
    #expect(good.status == 0, "\(good.text.prefix(2000))")
    let wrong = manifest.text.replacing("metadata:", with: "metadatum:", maxReplacements: 1)
    try folder.write(wrong, to: "wrong.yaml")
    let bad = Tool.run(validator, ["--strict", folder.file("wrong.yaml")], withErrors: true)
    #expect(bad.status != 0)
  }

  /// The manifests use only options of the program, because a pod with an unknown option would
  /// restart forever.
  @Test(arguments: [("service", ["serve"]), ("workers", ["farm", "work"])])
  func manifestsUseOptionsOfTheProgram(_ name: String, _ command: [String]) throws {
    let help = try Program.run(["help"] + command, in: TemporaryFolder()).output
    let options = try Document("scripts/kubernetes/\(name).yaml").text
      .matches(of: /\n +- (--[a-z-]+)=/).map { String($0.1) }
    #expect(options.count >= 4)
    for option in options { #expect(help.contains("\(option) <"), "\(option)") }
  }

  @Test func imagesAreReproducibleAndTheirDigestsMatch() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "root/etc/version")
    let packed = Tool.run(
      "tar", ["-C", folder.file("root"), "--mtime=@1", "-cf", folder.file("root.tar"), "etc"])
    #expect(packed.status == 0)
    for image in ["one.tar", "two.tar"] {
      let made = Tool.run(
        Document.file("scripts/packaging/oci"),
        [folder.file("root.tar"), folder.file(image), "0.1.0", "1795836852"], withErrors: true)
      #expect(made.status == 0, "\(made.text)")
    }
    #expect(try folder.bytes("one.tar") == folder.bytes("two.tar"))
    let checked = folder.python(
      """
      import gzip, hashlib, json, tarfile
      image = tarfile.open("one.tar")
      def blob(entry):
          content = image.extractfile("blobs/sha256/" + entry["digest"][7:]).read()
          assert hashlib.sha256(content).hexdigest() == entry["digest"][7:]
          assert len(content) == entry["size"]
          return content
      index = json.load(image.extractfile("index.json"))
      manifest = json.loads(blob(index["manifests"][0]))
      config = json.loads(blob(manifest["config"]))
      layer = gzip.decompress(blob(manifest["layers"][0]))
      assert layer == open("root.tar", "rb").read()
      assert config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(layer).hexdigest()]
      docker = json.load(image.extractfile("manifest.json"))[0]
      assert image.extractfile(docker["Config"]).read() == blob(manifest["config"])
      assert config["config"]["User"] == "10001:10001"
      assert config["config"]["Healthcheck"]["Test"][0] == "CMD"
      print("good")
      """)
    #expect(checked.text.hasSuffix("good\n"), "\(checked.text)")
  }

  /// The documentation uses the names of the packages that are built and tested.
  @Test func thePageNamesEveryPackage() throws {
    let page = try Document("docs/installing.md").text
    let packages = try Document("scripts/packaging/debian/control").text
      .matches(of: /(?m)^Package: (.+)$/).map { String($0.1) }
    #expect(packages.count == 3)
    for package in packages { #expect(page.contains("| `\(package)` |"), "\(package)") }
    for script in ["postinst", "prerm", "postrm"] {
      let file = Document.file("scripts/packaging/debian/wallfarm.\(script)")
      let (text, status) = Tool.run("sh", ["-n", file], withErrors: true)
      #expect(status == 0, "\(text)")
    }
  }

  /// `WALLFARM_PACKAGES` names a folder with the results of `make deb tarball image`.
  @Test(
    .tags(.torture),
    .enabled(
      if: ProcessInfo.processInfo.environment["WALLFARM_PACKAGES"] != nil,
      "builds whole systems; 'make test-packages' does it"),
    arguments: ["packages", "archive", "image", "again"])
  func packagesWorkInFreshSystems(_ trial: String) throws {
    let folder = try #require(ProcessInfo.processInfo.environment["WALLFARM_PACKAGES"])
    let (text, status) = Tool.run(
      Document.file("scripts/packaging/try"), [folder, trial], withErrors: true,
      environment: ["WALLFARM_BUILT": Program.folder])
    #expect(status == 0, "\(text.suffix(4000))")
  }
}
