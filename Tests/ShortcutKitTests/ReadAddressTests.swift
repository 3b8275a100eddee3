import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import ShortcutKit

/// Pasted addresses: valid forms, errors, and secrecy of the token.
@Suite struct ReadAddressTests {
  @Test(arguments: [
    ("https://wallpapers.example/p/tOkEn", "https://wallpapers.example/p/tOkEn"),
    ("https://wallpapers.example/p/tOkEn/", "https://wallpapers.example/p/tOkEn"),
    ("HTTPS://Wallpapers.Example:8443/a/p/x", "https://wallpapers.example:8443/a/p/x"),
    ("https://10.1.2.3/p/x-_~.!$&()*+,;=:@%20", "https://10.1.2.3/p/x-_~.!$&()*+,;=:@%20"),
    ("https://[2001:db8::1]:443/p/x", "https://[2001:db8::1]:443/p/x"),
    ("https://xn--bcher-kva.example/p/x", "https://xn--bcher-kva.example/p/x"),
    ("http://localhost:8080/p/x", "http://localhost:8080/p/x"),
    ("http://127.0.0.1:8080/p/x/", "http://127.0.0.1:8080/p/x"),
    ("http://[::1]/p/x", "http://[::1]/p/x"),
  ])
  func whatAServiceAnswersIsTaken(text: String, url: String) throws {
    let address = try ReadAddress(text)
    #expect(address.url == url)
    #expect(address.lock == url + "/lock.png" && address.home == url + "/home.png")
  }

  @Test(arguments: [
    ("https://wallpapers.example:8443/p/x", "wallpapers.example"),
    ("https://[2001:DB8::1]:443/p/x", "[2001:db8::1]"), ("http://localhost:1/p/x", "localhost"),
  ])
  func theHostIsWhatAPhoneShows(text: String, host: String) throws {
    #expect(try ReadAddress(text).host == host)
  }

  private static let long = "https://h.example/p/" + String(repeating: "sEcReT", count: 60)

  @Test(
    arguments: [
      ("", nil), (long, "380"), ("/p/sEcReT", nil), ("sEcReT", nil),
      ("wallpapers.example/p/sEcReT", nil), ("ftp://h.example/p/sEcReT", nil),
      ("javascript://h.example/p/sEcReT", nil), ("file:///p/sEcReT", nil),
      ("data:text/html,<script>sEcReT", nil), (" https://h.example/p/sEcReT", nil),
      ("https://h.example/p/sEcReT x", nil), ("https://h.example/p/sEcReT\n", nil),
      ("https://h.example/p/sEcReT\u{0}", nil), ("https://h.example/p/sEcReT\r\nA: b", nil),
      ("https://h.example/p/sEcReTé", nil), ("https://bücher.example/p/sEcReT", nil),
      ("https://h.example/p/sEcReT\u{202E}", nil),
      ("http://wallpapers.example/p/sEcReT", "'wallpapers.example'"),
      ("http://127.0.0.2/p/sEcReT", nil), ("http://10.0.0.1/p/sEcReT", nil),
      ("http://localhost.example/p/sEcReT", nil), ("https://sEcReT@h.example/p/x", nil),
      ("https://a:sEcReT@h.example/p/x", nil), ("https://h.example/p/x?sEcReT=1", "'?'"),
      ("https://h.example/p/x#sEcReT", "'#'"), ("https:///p/sEcReT", nil),
      ("https://h..example/p/sEcReT", nil), ("https://h.example./p/sEcReT", nil),
      ("https://-h/p/sEcReT", nil), ("https://h%2e/p/sEcReT", nil), ("https://h\\x/p/sEcReT", nil),
      ("https://1.2.3/p/sEcReT", nil), ("https://0x7f.1/p/sEcReT", nil),
      ("https://[::g]/p/sEcReT", nil), ("https://[::1/p/sEcReT", nil),
      ("https://h_h.example/p/sEcReT", nil), ("https://h.example:/p/sEcReT", nil),
      ("https://h.example:0/p/sEcReT", nil), ("https://h.example:65536/p/sEcReT", nil),
      ("https://h.example:+1/p/sEcReT", nil), ("https://h.example", nil),
      ("https://h.example/", nil), ("https://h.example//p/sEcReT", nil),
      ("https://h.example/p/sEcReT//", nil), ("https://h.example/p/../sEcReT", nil),
      ("https://h.example/p/./sEcReT", nil), ("https://h.example/p/%2e%2E/sEcReT", nil),
      ("https://h.example/p/sEcReT%2", nil), ("https://h.example/p/sEcReT%zz", nil),
      ("https://h.example/p/\"><script>sEcReT", nil), ("https://h.example/p/sEcReT'x", nil),
      ("https://h.example/p/sEcReT{name}", nil), ("https://h.example/p\\sEcReT", nil),
      ("https://h.example/p/sEcReT/lock.png", "'/lock.png'"),
      ("https://h.example/p/sEcReT/home.webp", "'/home.webp'"),
      ("https://h.example/p/sEcReT/content", nil),
    ] as [(String, String?)])
  func whatIsNoAddressOfAPersonIsRefused(text: String, value: String?) {
    let error = #expect(throws: RenderError.self) { try ReadAddress(text) }
    #expect(error?.code == .invalidParameter && error?.origin == .option("address"))
    if let value { #expect(error?.message.contains(value) == true) }
    #expect(error?.hint?.isEmpty == false)
    #expect(error?.description.contains("sEcReT") == false, "\(error?.description ?? "")")
  }

  @Test(arguments: [("lock.png", "'/lock.png'"), ("home.jpg", "'/home.jpg'")])
  func theHintSaysWhatToLeaveOut(name: String, hint: String) {
    let text = "https://h.example/p/x/\(name)"
    let error = #expect(throws: RenderError.self) { try ReadAddress(text) }
    #expect(error?.hint?.contains(hint) == true)
  }

  @Test func theLongestIsTaken() throws {
    let start = "https://h.example/p/"
    let full = start + String(repeating: "a", count: ReadAddress.mostBytes - start.utf8.count)
    #expect(try ReadAddress(full).url == full)
  }

  @Test(arguments: ["black", "photo:a.jpg", "a.jpg", ""])
  func aHomeScreenIsTheServicesToMake(_ text: String) {
    let error = #expect(throws: RenderError.self) { try AddressHome(text) }
    #expect(error?.code == .conflictingOptions && error?.hint?.contains("--home address") == true)
  }
}
