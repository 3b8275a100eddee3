import PhotoLibrary
import Testing

/// File names of cameras and apps contain a date; similar numbers are not dates.
@Suite struct FileNameTests {
  @Test(arguments: [
    ("IMG_20240315_142233.jpg", "2024-03-15 14:22:33.0"),
    ("PXL_20240315_142233123.jpg", "2024-03-15 14:22:33.123 UTC"),
    ("PXL_20240315_142233123.MP.jpg", "2024-03-15 14:22:33.123 UTC"),
    ("20240315_142233.jpg", "2024-03-15 14:22:33.0"),
    ("20240315_142233(0).jpg", "2024-03-15 14:22:33.0"),
    ("20240315142233.jpg", "2024-03-15 14:22:33.0"),
    ("00000PORTRAIT_00000_BURST20190301142233123.jpg", "2019-03-01 14:22:33.123"),
    ("Screenshot_2024-03-15-14-22-33.png", "2024-03-15 14:22:33.0"),
    ("Screenshot_20240315-142233_Maps.jpg", "2024-03-15 14:22:33.0"),
    ("Screenshot 2024-03-15 at 14.22.33.png", "2024-03-15 14:22:33.0"),
    ("Screenshot 2024-03-15 at 2.22.33 PM.png", "2024-03-15 14:22:33.0"),
    ("Screenshot 2024-03-15 at 12.05.00\u{202F}AM.png", "2024-03-15 00:05:00.0"),
    ("IMG-20240315-WA0007.jpg", "2024-03-15"),
    ("signal-2024-03-15-142233.jpg", "2024-03-15 14:22:33.0"),
    ("signal-2024-03-15-14-22-33-123.jpg", "2024-03-15 14:22:33.0"),
    ("WhatsApp Image 2024-03-15 at 14.22.33.jpeg", "2024-03-15 14:22:33.0"),
    ("photo_2024-03-15_14-22-33.jpg", "2024-03-15 14:22:33.0"),
    ("2024-03-15 14.22.33.heic", "2024-03-15 14:22:33.0"),
    ("2024-02-29.jpg", "2024-02-29"), ("20240315.jpg", "2024-03-15"),
    ("WP_20130315_14_22_33_Pro.jpg", "2013-03-15 14:22:33.0"),
    ("IMG_20240315_142233_HDR.jpg", "2024-03-15 14:22:33.0"),
    ("IMG_20240315_999999.jpg", "2024-03-15"), ("IMG_20240315_1.jpg", "2024-03-15"),
    ("DSC_0001_20240315.jpg", "2024-03-15"), ("2024-03-15T14:22:33.jpg", "2024-03-15 14:22:33.0"),
    ("Ørsted 2024-03-15 14-22-33.jpg", "2024-03-15 14:22:33.0"),
    ("FB_IMG_1497235121791.jpg", "2017-06-12 02:38:41.791 UTC"),
    ("mmexport1577836800123.jpg", "2020-01-01 00:00:00.123 UTC"),
    ("received_1497235121791.jpeg", "2017-06-12 02:38:41.791 UTC"),
    ("IMG_1497235121791-2.jpg", "2017-06-12 02:38:41.791 UTC"),
    ("1497235121791.jpg", "2017-06-12 02:38:41.791 UTC"),
    ("RPReplay_Final1646388672.png", "2022-03-04 10:11:12.0 UTC"),
    ("1646388672.jpg", "2022-03-04 10:11:12.0 UTC"),
    ("1646388672", "2022-03-04 10:11:12.0 UTC"),
    // A date that is written out takes precedence over a number.
    ("20130712_1497235121791.jpg", "2013-07-12"),
  ])
  func aDateIsRead(name: String, expected: String) throws {
    let date = try #require(FileNameDate.read(name), "\(name)")
    var text = "\(date.day)"
    if let time = date.time { text += " \(time).\(date.milliseconds)" }
    if date.clock == .utc { text += " UTC" }
    #expect(text == expected)
    #expect(date.source == .fileName && date.offset == nil)
  }

  @Test(arguments: [
    "", "a.jpg", "IMG_0001.jpg", "Photo 15-03-2024.jpg", "15032024.jpg", "03-15-2024 14.22.jpg",
    "12345678.jpg", "18501231.jpg", "20230229.jpg", "2024-13-15.jpg", "202403151.jpg",
    "IMG_2024.jpg", "2024-03.jpg", "2024-03-155.jpg", "2024-3-15.jpg",
    "99991231_235959.jpg", "2024-03_15.jpg",
    // Timestamps before 2001 and after 2038, numbers of other lengths, and ids of people and
    // servers.
    "999999999999.jpg", "0999999999999.jpg", "2147483648000.jpg", "9783161484100.jpg",
    "999999999.jpg", "2147483648.jpg", "14972351217912.jpg", "Snapchat-1646388672.jpg",
    "IMG_1646388672.jpg", "received_10215312345678901.jpeg", "received_20150712345678901.jpeg",
    "1646388672-1.jpg",
  ])
  func anythingElseIsNone(_ name: String) { #expect(FileNameDate.read(name) == nil) }

  @Test func aVeryLongNameIsCut() {
    #expect(FileNameDate.read(String(repeating: "x", count: 300) + "20240315.jpg") == nil)
    #expect(FileNameDate.read(String(repeating: "1", count: 255)) == nil)
  }
}
