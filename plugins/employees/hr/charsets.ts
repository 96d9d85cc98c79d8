// Stands for `iconv-lite` in the executables: the database's driver asks it for character sets, and this system knows them.

/** What MySQL calls utf8mb3 the driver calls so; within it, the two are the same. */
const OF_MYSQL: Record<string, string> = { cesu8: 'utf-8' };

/** Decodes the pieces of one text. Throws a RangeError for a character set that nobody here knows. */
export function getDecoder(charset: string) {
  const decoder = new TextDecoder(OF_MYSQL[charset] ?? charset);
  return {
    write: (bytes: Uint8Array) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

/** What is sent is UTF-8, which needs no encoder. */
export function getEncoder(charset: string): never {
  throw new RangeError(`Nothing is sent in the character set ${charset}.`);
}
