/** The line at the end of a file that `npm run new:exchange` has copied, until it describes the new exchange. */
export const COPY_MARK =
  'Remove this line when the file describes this exchange; it was copied from';
