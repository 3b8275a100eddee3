/// Arranges text that may be too large for its area.
///
/// - Parameter arrange: arranges the text.
/// - Returns: the result, or `nil` if the text does not fit at its minimum type size.
/// - Throws: the errors of `arrange` other than `text-does-not-fit`.
package func ifFitting<Result>(
  _ arrange: () throws(RenderError) -> Result
) throws(RenderError) -> Result? {
  do throws(RenderError) {
    return try arrange()
  } catch {
    guard error.code == .textDoesNotFit else { throw error }
    return nil
  }
}
