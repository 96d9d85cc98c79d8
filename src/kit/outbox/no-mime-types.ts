// Replaces the table of file types of `nodemailer` in the executables. Every attachment declares its own type
// and name.

/** Returns the MIME type that `nodemailer` uses for a file of an unknown type. */
export const detectMimeType = (): string => 'application/octet-stream';

/** Returns the file extension for a MIME type: `txt` for text, else `bin`. */
export const detectExtension = (mediatype?: string): string =>
  mediatype?.startsWith('text/') ? 'txt' : 'bin';
