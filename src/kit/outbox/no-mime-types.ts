// Replaces the table of file types of `nodemailer` in the executables. Every attachment declares its own type
// and name.

export const detectMimeType = (): string => 'application/octet-stream';

export const detectExtension = (mediatype?: string): string =>
  mediatype?.startsWith('text/') ? 'txt' : 'bin';
