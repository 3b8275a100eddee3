import Arguments
import Foundation
import Testing

@Suite struct CompletionTests {
  let folder: CompletionFolder

  init() throws { folder = try CompletionFolder() }

  @Test(arguments: CompletionCase.all)
  func bashCompletes(_ example: CompletionCase) throws {
    let lines = try Shell.bash.lines(
      ["--norc", "-c", bashDriver, "bash", Sample.root.bashCompletion(), example.line],
      in: folder.url)

    #expect(lines == example.inBash)
  }

  @Test(
    .enabled(if: Shell.fish.isInstalled, "fish is not installed"), arguments: CompletionCase.all)
  func fishCompletesWhereItIsInstalled(_ example: CompletionCase) throws {
    let lines = try Shell.fish.lines(
      ["--no-config", "-c", fishDriver, Sample.root.fishCompletion(), example.line],
      in: folder.url)

    #expect(lines.map { String($0.prefix { $0 != "\t" }) } == example.inFish)
  }

  @Test(
    .enabled(
      if: Shell.zsh.isInstalled && Shell.timeout.isInstalled, "zsh or timeout is not installed"))
  func zshCompletesWhereItIsInstalled() throws {
    // If the terminal never answered, zsh would block forever, so `timeout` from coreutils ends it.
    let output = try Shell.timeout.run(
      ["120", "zsh", "-f", "-c", zshDriver, "zsh"] + zshLines.map(\.typed), in: folder.url,
      environment: ["SAMPLE_SCRIPT": Sample.root.zshCompletion(), "HOME": folder.url.path]
    ).output

    #expect(output.split(separator: "\n").map(String.init) == zshLines.map(\.completed))
  }

  @Test(arguments: Odd.commands)
  func bashAcceptsTheScriptOfAnyProgram(_ command: Odd) throws {
    try expectWellFormed(command.root.bashCompletion(), in: .bash)
  }

  @Test(.enabled(if: Shell.zsh.isInstalled, "zsh is not installed"), arguments: Odd.commands)
  func zshAcceptsTheScriptOfAnyProgramWhereItIsInstalled(_ command: Odd) throws {
    try expectWellFormed(command.root.zshCompletion(), in: .zsh)
  }

  @Test(.enabled(if: Shell.fish.isInstalled, "fish is not installed"), arguments: Odd.commands)
  func fishAcceptsTheScriptOfAnyProgramWhereItIsInstalled(_ command: Odd) throws {
    try expectWellFormed(command.root.fishCompletion(), in: .fish)
  }

  private func expectWellFormed(
    _ script: String, in shell: Shell, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.url.appendingPathComponent("script")
    try Data(script.utf8).write(to: file)
    let result = try shell.run(["-n", file.path])
    #expect(result.output == "", sourceLocation: sourceLocation)
    #expect(result.status == 0, sourceLocation: sourceLocation)
  }
}

/// A program whose declarations could break the quoting of a script.
struct Odd: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let root: Command

  static let quotes = #"It's "small" [and] $simple: `no` \options\ (at; all) {yet}."#
  static let commands = [
    Odd(testDescription: "the sample", root: Sample.root),
    Odd(testDescription: "nothing accepted", root: Command("one-two", summary: quotes)),
    Odd(
      testDescription: "quotes everywhere",
      root: Command(
        "sample", summary: quotes,
        accepts: [
          .flag(Flag("flag", summary: quotes)),
          .option(Option("of", value: quotes, allowed: [quotes], summary: quotes)),
          .operand(Operand(quotes, completion: .shellCommand("echo 'a:b'"), summary: quotes)),
        ])),
  ]
}

/// Splits a line at blanks, `=` and `:`, as readline does, and then calls the completion function.
private let bashDriver = #"""
  sample() { [[ $* == 'list devices --names' ]] && printf '%s\n' iphone14 iphone15 pixel:8; }
  eval "$1"
  COMP_LINE=$2 COMP_POINT=${#2}
  spaced=${2//=/ = }
  read -ra COMP_WORDS <<<"${spaced//:/ : }"
  [[ $2 == *[[:space:]] ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _sample
  for reply in "${COMPREPLY[@]}"; do
    # The slash is readline's, for candidates that are file names.
    [[ -d $reply ]] && reply+=/
    printf '%s\n' "$reply"
  done
  """#

private let fishDriver = #"""
  function sample
      test "$argv" = 'list devices --names'; and printf '%s\n' iphone14 iphone15 pixel:8
  end
  eval $argv[1]
  complete -C $argv[2]
  """#

/// Types each line and Tab into zsh on a pseudo-terminal, and then reads the edited line.
private let zshDriver = #"""
  zmodload zsh/zpty
  zpty inner "TERM=dumb zsh -f -i"
  zpty -w inner $'PS1= PS2= RPS1=\nunsetopt beep prompt_sp zle_bracketed_paste 2>/dev/null'
  zpty -w inner $'autoload -Uz compinit; compinit -u -D\neval "$SAMPLE_SCRIPT"'
  zpty -w inner $'sample() { print -l iphone14 iphone15 pixel:8 }'
  zpty -w inner $'report() { print -r -- "<<$BUFFER>>"; BUFFER=; zle send-break }'
  zpty -w inner $'zle -N report; bindkey "^I" complete-word; bindkey "^T" report; print re"ady."'
  zpty -r inner output '*ready.*'
  for line in "$@"; do
    zpty -w -n inner "$line"$'\t\C-t'
    zpty -r inner output '*<<*>>*'
    print -r -- "${${output##*<<}%%>>*}"
  done
  zpty -d inner
  """#

private let zshLines: [(typed: String, completed: String)] = [
  ("sample re", "sample render "),
  ("sample queue l", "sample queue list "),
  ("sample help qu", "sample help queue "),
  ("sample render --te", "sample render --template="),
  ("sample render --format=j", "sample render --format=jpeg "),
  ("sample render --device iphone14,p", "sample render --device iphone14,pixel:8 "),
  ("sample render -fd pix", "sample render -fd pixel:8 "),
  ("sample render -o a", "sample render -o a.png "),
  ("sample render --folder ", "sample render --folder pack/"),
  ("sample batch t", "sample batch two\\ words.json "),
  ("sample batch a red g", "sample batch a red green "),
]

struct CompletionCase: Sendable, CustomTestStringConvertible {
  let line: String
  let inBash: [String]
  let inFish: [String]

  /// Creates a case with the candidates that both shells print.
  ///
  /// The candidates of fish start with `fishPrefix`, which is the text up to and including a `=`.
  init(_ line: String, _ expected: [String], fishPrefix: String = "") {
    self.line = line
    inBash = expected
    inFish = expected.map { fishPrefix + $0 }
  }

  var testDescription: String { "'\(line)'" }

  static let all = [
    CompletionCase("sample ", ["batch", "help", "queue", "render"]),
    CompletionCase("sample re", ["render"]),
    CompletionCase("sample -q queue ", ["list", "retry"]),
    CompletionCase("sample queue --folder list r", ["retry"]),
    CompletionCase("sample help qu", ["queue"]),
    CompletionCase("sample help queue l", ["list"]),
    CompletionCase("sample render --no", ["--no-widgets", "--note"]),
    CompletionCase("sample queue list --", ["--folder", "--help", "--quiet"]),
    CompletionCase("sample render --format ", ["jpeg", "png"]),
    CompletionCase("sample render --format=j", ["jpeg"], fishPrefix: "--format="),
    CompletionCase("sample render --device ", ["iphone14", "iphone15", "pixel:8"]),
    CompletionCase("sample render -fd pix", ["pixel:8"]),
    CompletionCase("sample render -d iphone14,", ["iphone14,iphone15", "iphone14,pixel:8"]),
    CompletionCase(
      "sample render --device=iphone14,p", ["iphone14,pixel:8"], fishPrefix: "--device="),
    CompletionCase("sample render --note ", []),
    CompletionCase("sample render -o ", ["a.png", "b.JPEG", "pack/"]),
    CompletionCase("sample render --output=a", ["a.png"], fishPrefix: "--output="),
    CompletionCase("sample render --folder ", ["pack/"]),
    CompletionCase("sample batch ", ["jobs.json", "pack/", "two words.json"]),
    CompletionCase("sample batch -f j", ["jobs.json"]),
    CompletionCase("sample batch jobs.json ", ["green", "red"]),
    CompletionCase("sample batch jobs.json red red g", ["green"]),
    CompletionCase("sample batch -- j", ["jobs.json"]),
    CompletionCase("sample render ", []),
    CompletionCase("sample xyzzy", []),
  ]
}
