import Testing
import WallfarmTesting

/// Tests `wallfarm doctor` and `wallfarm --version --verbose` in installations made by each
/// installer.
@Suite struct InstallerTests {
  /// Creates an installation without CJK fonts, and writes an installer's marker file unless
  /// `installer` is `nil`.
  private static func installation(by installer: String?) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let made = Tool.run(
      "sh",
      [
        "-c",
        """
        mkdir -p "$1/Fonts" && ln -s "$0/Templates" "$0/Devices" "$1" &&
          cp "$0"/Fonts/*.conf "$0"/Fonts/*.lock "$1/Fonts" &&
          for folder in files rare hyphens; do cp -a "$0/Fonts/$folder/." "$1/Fonts/$folder"; done &&
          rm "$1"/Fonts/files/NotoSansCJK*
        """, Workspace.root, folder.file("home"),
      ], withErrors: true)
    #expect(made.status == 0, "\(made.text)")
    if let installer { try folder.write("\(installer)\n", to: "home/installed-by") }
    return folder
  }

  private static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Finished {
    try Program.run(arguments, in: folder, environment: ["WALLFARM_HOME": folder.file("home")])
  }

  @Test(arguments: ["package", "archive"])
  func fontsWithAPackageOfTheirOwnAreOptional(_ installer: String) throws {
    let finished = try Self.run(["doctor"], in: Self.installation(by: installer))
    #expect(finished.status == 0, "\(finished.output)")
    #expect(finished.lines.contains("ok     installed by: \(installer)"))
    #expect(finished.lines.contains { $0.hasPrefix("note   optional CJK fonts: ") })
  }

  @Test(arguments: ["image", "make install", nil])
  func otherInstallationsHaveAllFonts(_ installer: String?) throws {
    let finished = try Self.run(["doctor"], in: Self.installation(by: installer))
    #expect(finished.status == 1)
    #expect(finished.lines.contains("ok     installed by: \(installer ?? "unknown")"))
    #expect(finished.lines.contains { $0.hasPrefix("error  fonts: NotoSansCJK-Bold.ttc ") })
  }

  /// An incomplete set of optional fonts is an error, and the suggested fix depends on the
  /// installer.
  @Test func aSingleMissingFontIsAnError() throws {
    let folder = try Self.installation(by: "package")
    try folder.write("damaged", to: "home/Fonts/files/NotoSansCJK-Bold.ttc")
    let finished = try Self.run(["doctor"], in: folder)
    #expect(finished.status == 1)
    #expect(finished.lines.contains { $0.contains("NotoSansCJK-Regular.ttc is missing") })
    #expect(finished.output.contains("to fix it: apt-get install --reinstall "))
    #expect(!finished.output.contains("make setup"))
  }

  @Test func theCheckoutIsKnown() throws {
    let finished = try Program.run(["doctor"], in: TemporaryFolder())
    #expect(finished.lines.contains("ok     installed by: source checkout"))
    let optional = finished.lines.filter { $0.hasPrefix("ok     optional ") }
    #expect(optional.count == 8, "\(finished.output)")
  }

  @Test func theVerboseVersionListsTheParts() throws {
    let folder = try Self.installation(by: "archive")
    let short = try Self.run(["--version"], in: folder)
    let long = try Self.run(["--version", "--verbose"], in: folder)
    #expect(long.status == 0)
    #expect(long.lines.first.map { "\($0)\n" } == short.output)
    #expect(long.lines.contains("installed by: archive"))
    #expect(long.lines.contains("data: \(folder.file("home"))"))
    #expect(long.lines.contains { $0.hasPrefix("optional CJK fonts: not installed (") })
    #expect(long.lines.contains("optional fetcher: present"))
  }
}
