import Foundation
import Testing
import WallfarmTesting

/// Tests setup on an empty machine, with a fake package manager that records its arguments.
@Suite struct SetupTests {
  @Test func installsWhatThePackageManagerHasNeverHeardOf() throws {
    let folder = try TemporaryFolder()
    let checkout = try copyOfSetup()
    for (name, text) in [
      // On Debian, dpkg-query exits with status 1 if a name is unknown.
      ("dpkg-query", "#!/bin/sh\necho 'installed libpng-dev'\nexit 1\n"),
      ("apt-get", "#!/bin/sh\necho \"$*\" >> '\(folder.file("asked"))'\n"),
      ("sudo", "#!/bin/sh\nexec \"$@\"\n"),
    ] {
      try folder.write(text, to: name)
      chmod(folder.file(name), 0o755)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let (text, status) = Tool.run(
      checkout.file("scripts/setup"), ["fuzz"], withErrors: true,
      environment: ["PATH": "\(folder.path):\(path)"])
    #expect(status == 0, "\(text)")
    let asked = try folder.text("asked").split(separator: " ").map(String.init)
    let wanted = try Document("scripts/packages.txt").lines.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(wanted.count > 30)
    for package in wanted where package != "libpng-dev" {
      #expect(asked.contains { $0.trimmingCharacters(in: .newlines) == package }, "\(package)")
    }
    #expect(!asked.contains("libpng-dev"))
  }

  /// Creates a copy of the setup scripts in which all fonts and Python packages appear to be
  /// installed.
  ///
  /// Running setup in the checkout itself would change the Python environment that other tests use.
  private func copyOfSetup() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in ["setup", "packages.txt"] {
      try copy.write(try Document("scripts/\(name)").text, to: "scripts/\(name)")
    }
    try copy.write("#!/bin/sh\n", to: "scripts/link-fonts")
    for name in ["setup", "link-fonts"] { chmod(copy.file("scripts/\(name)"), 0o755) }
    for name in ["requirements.txt", "requirements-torture.txt"] {
      for folder in ["Tests", ".build/python"] { try copy.write("", to: "\(folder)/\(name)") }
    }
    return copy
  }

  /// The variables that a recipe sets must reach the tests, but `A=1 one && two` sets A only for
  /// the first command.
  @Test func variablesOfARecipeReachTheTestsAndNotOnlyTheirBuild() throws {
    let recipes = try Document("Makefile").lines.filter { $0.hasPrefix("\t") }
    #expect(recipes.count { $0.contains("$(TEST) ") } == 2)
    for line in recipes where line.contains("$(TEST)") {
      let isAlone = line.contains(#/^\t@(tests=\$\$\(scripts/tagged [a-z ]+\) && )?\$\(TEST\) /#)
      #expect(isAlone, "\(line)")
    }
  }
}
