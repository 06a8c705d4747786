/** Why a file that somebody opened is not played, in words. */
export class FileError extends Error {
  /** The file's name; "" where whoever opens it knows it. */
  file = "";
}
