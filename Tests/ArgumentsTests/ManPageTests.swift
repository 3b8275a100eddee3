import Arguments
import Foundation
import Testing

@Suite struct ManPageTests {
  private let page = Sample.root.manPage(version: "1.0", date: "2026-01-31")
  private var lines: [String] {
    page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func opensWithTitleSectionDateAndVersion() {
    #expect(lines[0] == #".TH "SAMPLE" "1" "2026-01-31" "sample 1.0""#)
    #expect(lines[1...2] == [".SH NAME", #"sample \- Renders wallpapers."#])
  }

  @Test func hasItsSectionsInTheUsualOrder() {
    let sections = lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }

    #expect(sections == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SUBCOMMANDS"])
  }

  @Test func describesEverySubcommandOnTheSamePage() {
    let subsections = lines.filter { $0.hasPrefix(".SS ") }.map { $0.dropFirst(4) }

    #expect(
      subsections == [
        #""sample render""#, #""sample batch""#, #""sample queue""#, #""sample queue list""#,
        #""sample queue retry""#,
      ])
  }

  @Test func spellsOptionsSoThatTheyCanBeCopied() {
    #expect(lines.contains(#"\fB\-t\fR, \fB\-\-template\fR \fIname\fR"#))
    #expect(lines.contains(#"\fB\-w\fR, \fB\-\-widgets\fR/\fB\-\-no\-widgets\fR"#))
    #expect(lines.contains("The template to render. (default: lock)"))
  }

  @Test func listsAnInheritedOptionOnceWhereItIsDeclared() {
    #expect(lines.filter { $0.contains(#"\-\-quiet"#) }.count == 1)
  }

  @Test func writesTheCallOfEachCommandThatRuns() {
    #expect(lines.contains(#"\fBsample batch\fR [\fIoptions\fR] \fIjob\-file\fR [\fItag\fR ...]"#))
    #expect(!lines.contains(#"\fBsample queue\fR [\fIoptions\fR] \fIsubcommand\fR"#))
  }

  @Test func keepsExamplesAndNeverReadsTextAsARequest() {
    #expect(lines.contains(#"  sample render \-n \(aqa\eb\(aq"#))
    #expect(lines.contains(#"\&'Quoted' words may begin a paragraph."#))
    #expect(!lines.contains(""))
  }

  @Test(.enabled(if: Shell.mandoc.isInstalled, "mandoc is not installed"))
  func mandocFindsNothingToSayWhereItIsInstalled() throws {
    let complaints = try check(.mandoc, ["-T", "lint"])
    #expect(complaints == "")
  }

  @Test(.enabled(if: Shell.groff.isInstalled, "groff is not installed"))
  func groffWarnsOfNothingWhereItIsInstalled() throws {
    let complaints = try check(.groff, ["-ww", "-man", "-Tutf8", "-z"])
    #expect(complaints == "")
  }

  private func check(_ tool: Shell, _ arguments: [String]) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sample-\(UUID().uuidString).1")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(page.utf8).write(to: file)
    return try tool.run(arguments + [file.path]).output
  }
}
