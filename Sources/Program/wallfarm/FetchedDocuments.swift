import ContentSources
import Fetching
import Files
import Synchronization
import WallfarmPluginKit

/// The documents that a command has fetched; each URL is fetched once per command.
///
/// Errors are cached, too, so that a job file requests a failing URL once, not once per job. The
/// bytes are in an unnamed file, because the documents of a large job file may not fit in memory.
final class FetchedDocuments: Sendable {
  private struct Document {
    let place: Range<Int>
    let mediaType: String?
  }

  private struct State {
    var documents: [String: Result<Document, RenderError>] = [:]
    var file: AnonymousFile?
    var end = 0
  }

  private let fetcher: Fetcher
  /// Whether a failed fetch is not tried again.
  private let keepsErrors: Bool
  private let state = Mutex(State())

  /// Creates an empty store.
  init(_ fetcher: Fetcher, keepsErrors: Bool = true) {
    (self.fetcher, self.keepsErrors) = (fetcher, keepsErrors)
  }

  /// The reader of sources that uses this store.
  var reader: SourceReader {
    SourceReader { (source) throws(RenderError) in try self.document(of: source) }
  }

  private func document(of source: ContentSource) throws(RenderError) -> SourceDocument {
    // Different spellings of a URL, such as those with a fragment, are one document.
    let place =
      (WebAddress(source.address)?.description ?? source.address)
      + "\n" + (source.authorization ?? "")
    let known = state.withLock { state in state.documents[place].map { ($0, state.file) } }
    if let (result, file) = known {
      let document = try result.get()
      let bytes = try document.place.isEmpty ? [] : file?.read(document.place) ?? []
      return SourceDocument(bytes, mediaType: document.mediaType)
    }
    do throws(RenderError) {
      let fetched = try fetcher.fetch(
        source.address, unless: FetchValidators(), authorization: source.authorization)
      let document = SourceDocument(fetched?.bytes ?? [], mediaType: fetched?.facts.mediaType)
      try keep(document, at: place)
      return document
    } catch {
      if keepsErrors { state.withLock { $0.documents[place] = .failure(error) } }
      throw error
    }
  }

  private func keep(_ document: SourceDocument, at address: String) throws(RenderError) {
    let (file, place) = try state.withLock { (state) throws(RenderError) in
      if state.file == nil { state.file = try AnonymousFile(in: ScratchFolder.above) }
      let start = state.end
      state.end += document.bytes.count
      return (state.file, start..<state.end)
    }
    try file?.write(document.bytes, at: place.lowerBound)
    state.withLock {
      $0.documents[address] = .success(
        Document(place: place, mediaType: document.mediaType))
    }
  }
}
