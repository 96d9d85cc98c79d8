/** Capacity in bytes of the QR codes of versions 1 to 15 with error correction M (ISO/IEC 18004, table 7). */
const QR_BYTES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412];
/**
 * Side in modules, and number of codewords, of each square Data Matrix up to 32 modules (ISO/IEC 16022, table
 * 7).
 */
const DATA_MATRIX: readonly (readonly [number, number])[] = [
  [10, 3],
  [12, 5],
  [14, 8],
  [16, 12],
  [18, 18],
  [20, 22],
  [22, 30],
  [24, 36],
  [26, 44],
  [32, 62],
];
const SYMBOL = 11;
const STOP = 13;

/**
 * Returns the modules along the side of a QR code with this text; undefined when it is too long for a label.
 */
export function countQrModules(value: string): number | undefined {
  const bytes = Buffer.byteLength(value);
  const version = QR_BYTES.findIndex((most) => bytes <= most);
  return version < 0 ? undefined : 21 + 4 * version;
}

/**
 * Returns the maximum number of modules along the side of a Data Matrix with this ASCII text, because pairs
 * of digits take less. Returns undefined when the text is too long.
 */
export const countDataMatrixModules = (value: string): number | undefined =>
  DATA_MATRIX.find(([, codewords]) => value.length <= codewords)?.[0];

/** Returns the modules along a Code 128 with this ASCII text in subset B: start, characters, check, stop. */
export const countCode128Modules = (value: string): number => SYMBOL * (value.length + 2) + STOP;
