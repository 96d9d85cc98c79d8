/** A pseudorandom sequence that a seed repeats exactly. */
export class Dice {
  constructor(private state: number) {}

  /** Returns an integer from 0 to `sides` - 1 (mulberry32). */
  below(sides: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides);
  }

  pick<T>(things: readonly T[]): T {
    return things[this.below(things.length)]!;
  }
}

const nest = (depth: number): unknown =>
  depth === 0 ? 1 : depth % 2 ? [nest(depth - 1)] : { a: nest(depth - 1) };

/** Marks text that is written into JSON unchanged, for values that JavaScript cannot express. */
export const markRaw = (text: string): string => `\u0001raw:${text}:raw\u0001`;

/** Values that no field, parameter or header should have. */
export const HOSTILE: readonly unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  markRaw('9223372036854775808'),
  markRaw('-9223372036854775809'),
  markRaw('9007199254740993'),
  markRaw('1e308'),
  markRaw('1e400'),
  markRaw('-0'),
  markRaw('0.1'),
  -1,
  0,
  2_147_483_648,
  '',
  ' ',
  null,
  true,
  [],
  {},
  [null],
  [[]],
  nest(60),
  'x'.repeat(70_000),
  '\u202e\u200b',
  '\r\nX-Injected: yes',
  "'; DROP TABLE assets; --",
  '"*" OR NEAR(',
  '../../etc/passwd',
  '2026-13-45',
  '9999999-12-31T99:99:99Z',
  '%00',
  '__proto__',
  { constructor: { prototype: 1 } },
  'ﷺ'.repeat(500),
  'İıẞς',
  '=cmd|0',
  'javascript:alert(1)',
  'http://[::ffff:169.254.169.254]/',
  Array(2000).fill(1),
];

/** The hostile values that an address can contain, in encoded form. */
export const HOSTILE_TEXTS: readonly string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%',
  '%2',
  '9223372036854775808',
  '-9223372036854775809',
  '1e308',
  '1e400',
  '-1',
  '0',
  '0x10',
  '+1',
  '1.5',
  'NaN',
  '',
  '%20',
  '..%2f..%2fetc',
  '%0d%0aX: y',
  '%27%3B--',
  '%22%2A%22',
  '__proto__',
  'x'.repeat(5000),
  '%E2%80%AE',
  '%EF%B7%BA',
  '1,2,,3',
  '[1]',
  '{"a":1}',
  'true',
  '2026-13-45',
  '1',
  '2',
];
