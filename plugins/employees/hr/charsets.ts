// Replaces `iconv-lite` in the executables. The MySQL driver uses that package for character sets, and the
// runtime can decode them itself.

/**
 * Encodings by the name that the driver uses. It calls MySQL's utf8mb3 `cesu8`. Within the characters of
 * utf8mb3, CESU-8 and UTF-8 are the same.
 */
const MYSQL_CHARSETS: Record<string, string> = { cesu8: 'utf-8' };

/** Returns a decoder for the chunks of one text. Throws a RangeError for an unknown character set. */
export function getDecoder(charset: string) {
  const decoder = new TextDecoder(MYSQL_CHARSETS[charset] ?? charset);
  return {
    write: (bytes: Uint8Array) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

/** Always throws a RangeError. The database driver sends only UTF-8, which needs no encoder. */
export function getEncoder(charset: string): never {
  throw new RangeError(`Sending in character set ${charset} is not supported.`);
}
