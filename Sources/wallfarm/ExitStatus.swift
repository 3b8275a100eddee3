import Challenge
import ContentSources
import Designs
import Fetching
import Files
import Films
import FlowHosts
import Flows
import Geography
import Graphics
import HTTP
import LibraryPages
import Motion
import PhotoLibrary
import PluginHost
import RenderFarm
import RenderPool
import Service
import ShortcutKit
import Snapshots
import Stores
import WallfarmCore
import WallfarmPluginKit

/// What the program ends with.
///
/// Scripts decide by it whether to correct the call (64), correct what was given (65), repair the machine
/// or try again (69, 74, 75). The numbers from 64 to 75 are those of `sysexits.h`, which ends at 78; 128
/// and the number of a signal is what a shell says of a program that a signal ended.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// A part of the work could not be done, or a check found something.
  case failure = 1
  /// A comparison found a difference.
  case differs = 2
  /// The command line makes no sense (`EX_USAGE`).
  case usage = 64
  /// What was given is wrong, or is not there by that name (`EX_DATAERR`).
  case data = 65
  /// Something that is needed is missing, busy or too slow (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A file cannot be read or written (`EX_IOERR`).
  case inputOutput = 74
  /// There is work left; the same call goes on (`EX_TEMPFAIL`).
  case paused = 75
  /// The code of a plugin failed.
  case plugin = 77
  /// Ctrl-C, after what ran was finished.
  case interrupted = 130
  /// SIGTERM, the same.
  case terminated = 143

  /// What an error ends the program with.
  init(_ code: ErrorCode) {
    self = Self.allCases.first { $0.codes.contains(code) } ?? .failure
  }

  /// What several errors end it with: where they are of different kinds, no kind can be told.
  init(_ codes: [ErrorCode]) {
    let kinds = Set(codes.map { ExitStatus($0) })
    self = kinds.count == 1 ? kinds.first ?? .failure : .failure
  }

  /// In a few words, for `wallfarm describe errors`.
  var meaning: String {
    switch self {
    case .success: "all is well"
    case .failure: "a part of the work could not be done, or a check found something"
    case .differs: "a comparison found a difference"
    case .usage: "the command line makes no sense"
    case .data: "what was given is wrong, or is not there by that name"
    case .unavailable: "something that is needed is missing, busy or too slow"
    case .inputOutput: "a file cannot be read or written"
    case .paused: "there is work left; the same call goes on"
    case .plugin: "the code of a plugin failed"
    case .interrupted: "Ctrl-C, after what ran was finished"
    case .terminated: "SIGTERM, after what ran was finished"
    }
  }

  /// The errors that it stands for; a test holds them against all that are declared.
  var codes: [ErrorCode] {
    switch self {
    case .success, .paused, .interrupted, .terminated: []
    case .failure:
      [
        .cancelled, .orderWithdrawn, .flowTextWrong, .flowUnused, .flowFactUnsaid,
        .flowOutcomeUnheard, .flowPassCircle, .flowStepUnreachable, .flowActionUnreachable,
        .flowGateShut, .flowGateGoneRound, .flowDeadEnd, .flowTrap, .flowEndsTooSoon,
        .flowCriterionIdle, .flowTwoTips, .flowEffectNeeded, .flowEndless,
      ]
    case .differs: [.pictureDiffers]
    case .usage: [.conflictingOptions, .optionMissing, .notFound, .invalidRequest]
    case .data:
      [
        .unknownDevice, .orientationUnknown, .unknownTemplate, .unknownTheme, .unknownVariant,
        .unknownPlugin,
        .unknownParameter, .unknownToken, .unknownFont, .unknownKey, .unknownName, .unknownUnit,
        .unknownSnapshot, .unknownZone, .invalidPreset, .invalidParameter, .invalidValue,
        .invalidJSON,
        .invalidNotes, .invalidContent, .invalidScene, .invalidJob, .invalidSnapshots,
        .contrastUnreachable,
        .noNotes, .noContent, .notesDoNotFit, .textDoesNotFit, .stackTooLong, .layoutsOverlap,
        .missingGlyph, .strictWarning,
        .fileTooLarge,
        .photoUnreadable, .photoFormat, .photoTooLarge, .pathOutside, .outputPattern,
        .inputChanged, .payloadDamaged, .bundleBroken, .referenceBroken, .resultsOutdated,
        .keyUnusable, .wrongKey, .workerRefused, .pluginBuiltIn, .pluginTwice, .pluginNotCopied,
        .pluginNotOurs, .keyMissing, .bodyTooLarge, .notOverHTTP, .otherSite, .addressExpired,
        .pictureGone, .personChanged, .hostRefused, .inputMissing, .outputTaken, .unknownFlow,
        .unknownVariantOfFlow, .flowTextMissing, .flowStateWrong, .noChallenge, .challengeUnderWay,
        .challengeNotReached,
        .challengeChanged, .healthOlder, .healthFromFuture, .stepsShrunk, .stepsImplausible,
        .unknownHealthFile, .healthDamaged, .healthTooLarge, .noLibrary, .unknownTrip, .noPhotos,
        .pageTooLarge, .unknownMotion, .filmTextOutside, .filmTextUnreadable,
      ]
    case .unavailable:
      [
        .installationBroken, .fontsMissing, .mapsMissing, .argumentsUnknown, .rasterFailed,
        .fenceMissing,
        .queueBusy, .snapshotsBusy, .deadlineExceeded, .orderLate, .leaseExpired, .workerCrashed,
        .workerKilled, .workerTimeout, .workerMemory, .workerSilent, .messageDamaged,
        .segmentDamaged,
        .languageFailed, .pluginTooNew, .pluginIncomplete, .pluginUnloadable,
        .serverUnavailable, .cannotListen, .serviceBusy, .serviceStopping, .storeFull,
        .fetchFailed, .fetchLate, .fetcherMissing, .storeUnreachable, .storeRefused, .outputLate,
        .libraryBusy, .filmFailed,
      ]
    case .inputOutput:
      [
        .fileUnreadable, .inputFailed, .outputFailed, .queueFailed, .queueDamaged, .storeFailed,
        .challengeStore, .libraryFailed, .libraryDamaged,
      ]
    case .plugin:
      [
        .pluginMismatch, .pluginCrashed, .pluginEnded, .pluginTimeout, .pluginMemory,
        .pluginProcesses, .pluginOutput, .pluginAnswer, .pluginRefused,
      ]
    }
  }
}
