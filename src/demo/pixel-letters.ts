/**
 * Letters of 5 by 7 points: seven rows each, two hexadecimal digits a row. The leftmost point is the highest
 * of the five bits.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '111111151b1111',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010608101f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
};
const WIDTH = 6;
const HEIGHT = 7;

/** Reports whether a point is in the text, whose upper left corner is at 0, 0. */
export function isInText(text: string, x: number, y: number): boolean {
  if (x < 0 || y < 0 || y >= HEIGHT) return false;
  const rows = LETTERS[text.charAt(Math.floor(x / WIDTH)).toUpperCase()];
  if (!rows) return false;
  return ((Number.parseInt(rows.slice(y * 2, y * 2 + 2), 16) >> (4 - (x % WIDTH))) & 1) === 1;
}

/** Returns the width of a text in points. */
export const widthOf = (text: string): number => text.length * WIDTH - 1;
