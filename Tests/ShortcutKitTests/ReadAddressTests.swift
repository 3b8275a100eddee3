import ShortcutKit
import Testing
import WallfarmCore
import WallfarmPluginKit

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

  @Test(arguments: [
    ("", "is empty"), (long, "has 380 bytes"),
    ("/p/sEcReT", "does not begin with https://"), ("sEcReT", "does not begin with https://"),
    ("wallpapers.example/p/sEcReT", "does not begin"), ("ftp://h.example/p/sEcReT", "not begin"),
    ("javascript://h.example/p/sEcReT", "not begin"), ("file:///p/sEcReT", "not begin"),
    ("data:text/html,<script>sEcReT", "not begin"), (" https://h.example/p/sEcReT", "a space"),
    ("https://h.example/p/sEcReT x", "a space"), ("https://h.example/p/sEcReT\n", "a control"),
    ("https://h.example/p/sEcReT\u{0}", "a control"),
    ("https://h.example/p/sEcReT\r\nA: b", "control"),
    ("https://h.example/p/sEcReTé", "non-ASCII"), ("https://bücher.example/p/sEcReT", "non-ASCII"),
    ("https://h.example/p/sEcReT\u{202E}", "non-ASCII"),
    ("http://wallpapers.example/p/sEcReT", "http to 'wallpapers.example' is not encrypted"),
    ("http://127.0.0.2/p/sEcReT", "not encrypted"), ("http://10.0.0.1/p/sEcReT", "not encrypted"),
    ("http://localhost.example/p/sEcReT", "not encrypted"),
    ("https://sEcReT@h.example/p/x", "a user name before the host"),
    ("https://a:sEcReT@h.example/p/x", "a user name before the host"),
    ("https://h.example/p/x?sEcReT=1", "contains a '?'"),
    ("https://h.example/p/x#sEcReT", "contains a '#'"),
    ("https:///p/sEcReT", "not a host name"),
    ("https://h..example/p/sEcReT", "not a host name"),
    ("https://h.example./p/sEcReT", "not a host name"),
    ("https://-h/p/sEcReT", "not a host name"),
    ("https://h%2e/p/sEcReT", "not a host name"), ("https://h\\x/p/sEcReT", "not a host name"),
    ("https://1.2.3/p/sEcReT", "not a host name"),
    ("https://0x7f.1/p/sEcReT", "not a host name"),
    ("https://[::g]/p/sEcReT", "not a host name"), ("https://[::1/p/sEcReT", "not a host name"),
    ("https://h_h.example/p/sEcReT", "not a host name"),
    ("https://h.example:/p/sEcReT", "valid port"), ("https://h.example:0/p/sEcReT", "valid port"),
    ("https://h.example:65536/p/sEcReT", "valid port"),
    ("https://h.example:+1/p/sEcReT", "valid port"),
    ("https://h.example", "not to a person"), ("https://h.example/", "not to a person"),
    ("https://h.example//p/sEcReT", "an empty segment"),
    ("https://h.example/p/sEcReT//", "an empty segment"),
    ("https://h.example/p/../sEcReT", "a dot segment"),
    ("https://h.example/p/./sEcReT", "a dot segment"),
    ("https://h.example/p/%2e%2E/sEcReT", "a dot segment"),
    ("https://h.example/p/sEcReT%2", "invalid character"),
    ("https://h.example/p/sEcReT%zz", "invalid character"),
    ("https://h.example/p/\"><script>sEcReT", "invalid character"),
    ("https://h.example/p/sEcReT'x", "invalid character"),
    ("https://h.example/p/sEcReT{name}", "invalid character"),
    ("https://h.example/p\\sEcReT", "invalid character"),
    ("https://h.example/p/sEcReT/lock.png", "ends in '/lock.png'"),
    ("https://h.example/p/sEcReT/home.webp", "ends in '/home.webp'"),
    ("https://h.example/p/sEcReT/content", "for writing"),
  ])
  func whatIsNoAddressOfAPersonIsRefused(text: String, words: String) {
    let error = #expect(throws: RenderError.self) { try ReadAddress(text) }
    #expect(error?.code == .invalidParameter && error?.origin == .option("address"))
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.isEmpty == false)
    #expect(error?.description.contains("sEcReT") == false, "\(error?.description ?? "")")
  }

  @Test(arguments: [("lock.png", "remove '/lock.png'"), ("home.jpg", "remove '/home.jpg'")])
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
