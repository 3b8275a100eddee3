import Arguments
import CFence
import Glibc
import Graphics
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

// If SIGXFSZ is ignored, exceeding the file size limit causes an error that can be reported.
signal(SIGXFSZ, SIG_IGN)

// Notes, photos and keys are in the memory of this process, so forbid core files. A plugin server
// stays dumpable, because its parent process counts the server's open files.
wallfarm_forbid_core_files(CommandLine.arguments.dropFirst().first == "plugin-server" ? 1 : 0)

Terminal.occupyStandardDescriptors()
ProcessGuard.adoptOrphans()

// Parse the arguments, run one verb, report the error.
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
  case .help(let text): Terminal.print(text)
  case .version(let text):
    Terminal.print(words.contains("--verbose") ? VersionReport(version: text).text : text)
  case .run(let invocation):
    ErrorOutput.choose(for: invocation)
    do throws(RenderError) {
      // The calls before `CommandTree.run` must run before any thread starts.
      if PluginArguments(invocation).needsGuard { try ProcessGuard.begin() }
      try PipedInputs.hold(for: invocation)
      try DeviceOptions.include(for: invocation)
      MachineFonts.skip()
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
