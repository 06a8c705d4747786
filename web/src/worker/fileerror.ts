/** Why an opened file can't be played, in words for people. */
export class FileError extends Error {
  /** The file's name; "" if the caller knows it. */
  file = "";
}
