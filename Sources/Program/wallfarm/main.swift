import Arguments
import CFence
import Glibc
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

// A file that may not grow is an error; the signal would end the process before it can be reported.
signal(SIGXFSZ, SIG_IGN)

// Notes, photos and keys are in this process, whatever verb it runs. What carries a library of a plugin has its
// files in memory counted from outside.
wallfarm_forbid_core_files(CommandLine.arguments.dropFirst().first == "plugin-server" ? 1 : 0)

Terminal.occupyStandardDescriptors()
ProcessGuard.adoptOrphans()

// The whole program: parse, run one verb, say what went wrong.
do throws(UsageError) {
  let words: [String]
  do throws(RenderError) {
    words = try ProgramWords.find()
  } catch {
    Terminal.report(error)
    Terminal.exit(ExitStatus(error.code))
  }
  ErrorOutput.choose(for: words)
  SecretWords.hide(in: words)
  switch try CommandTree.root.parse(words, version: Wallfarm.version, width: Terminal.width) {
  case .help(let text), .version(let text): Terminal.print(text)
  case .run(let invocation):
    ErrorOutput.choose(for: invocation)
    do throws(RenderError) {
      // Before there are threads.
      if PluginArguments(invocation).needsGuard { try ProcessGuard.begin() }
      try PipedInputs.hold(for: invocation)
      Terminal.exit(try CommandTree.run(invocation))
    } catch {
      Terminal.report(error, excerpt: ShownExcerpt.of(error, in: invocation))
      Terminal.exit(ExitStatus(error.code))
    }
  }
} catch {
  Terminal.report(error)
  Terminal.exit(.usage)
}
