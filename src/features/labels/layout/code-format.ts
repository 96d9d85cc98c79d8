/** The kinds of code that a label can have. */
export const FORMATS = ['qr', 'code128', 'datamatrix'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Returns the wanted format, or QR when the value needs it. Bar codes and Data Matrix contain at most 48
 * printable ASCII characters, because not every scanner reads more from them.
 */
export const formatOf = (value: string, wanted: Format = 'qr'): Format =>
  /^[\x20-\x7e]{1,48}$/.test(value) ? wanted : 'qr';
