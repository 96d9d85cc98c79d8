// Replaces the table of file types of `nodemailer` in the executables. Every attachment declares its own type
// and name.

/** Returns the type for content of an unknown type. */
export const detectMimeType = (): string => 'application/octet-stream';

/** Returns the file extension for content of an unknown type. */
export const detectExtension = (mediatype?: string): string =>
  mediatype?.startsWith('text/') ? 'txt' : 'bin';
