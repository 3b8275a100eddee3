import Testing
import WallfarmTesting

/// The published table of screens agrees with the device files.
@Suite struct ScreenTableTests {
  @Test func theTableIsThatOfTheDeviceFiles() {
    let (text, status) = Tool.run(
      "/usr/bin/python3", [Document.file("scripts/list-screens"), "--check"], withErrors: true)
    #expect(status == 0, "\(text)")
  }
}
