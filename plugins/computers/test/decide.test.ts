import { expect, test } from 'bun:test';
import { type Circumstances, type Comparisons, decide, ROWS } from '../identity/decide.ts';
import {
  DEVICE_ROWS,
  type DeviceCircumstances,
  type DeviceComparisons,
  decideDevice,
} from '../identity/decide-device.ts';
import type { Comparison } from '../identity/decision-table.ts';

const COMPARISONS: Record<string, Comparison> = { '=': 'agrees', '!': 'differs', '?': 'unknown' };

/** The comparisons of a pattern such as `= ! ? =`. */
function compared(pattern: string): Comparisons {
  const [serialnumber, uuid, hostname, macaddresses] = pattern.split(' ').map((sign) => COMPARISONS[sign]!);
  return {
    serialnumber: serialnumber!,
    uuid: uuid!,
    hostname: hostname!,
    macaddresses: macaddresses!,
  };
}

const signs = Object.keys(COMPARISONS);
/** Every way in which a report and a record compare. */
const ALL = signs.flatMap((a) =>
  signs.flatMap((b) => signs.flatMap((c) => signs.map((d) => `${a} ${b} ${c} ${d}`))),
);
const CIRCUMSTANCES: Circumstances[] = [
  {},
  ...(['shared', 'virtual', 'strong', 'docked', 'merged', 'container'] as const).map((name) => ({
    [name]: true,
  })),
];

test('each row of the table decides something, and something is decided by a row in any case', () => {
  const used = new Set(ALL.flatMap((pattern) => CIRCUMSTANCES.map((one) => decide(compared(pattern), one))));
  expect(used.has(undefined as never)).toBe(false);
  expect(ROWS.filter((row) => !used.has(row))).toEqual([]);
});

test('each row of the table of devices decides something, and something is decided by a row in any case', () => {
  const columns = ['serialnumber', 'macaddresses', 'name'] as const;
  const all = signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => [a, b, c] as const)));
  const circumstances: DeviceCircumstances[] = [
    {},
    { merged: true },
    { docked: true },
    { bare: true },
    { named: true },
  ];
  const used = new Set(
    all.flatMap((cells) => {
      const entries = columns.map((column, at) => [column, COMPARISONS[cells[at]!]!]);
      const comparisons = Object.fromEntries(entries) as unknown as DeviceComparisons;
      return circumstances.map((one) => decideDevice(comparisons, one));
    }),
  );
  expect(used.has(undefined as never)).toBe(false);
  expect(DEVICE_ROWS.filter((row) => !used.has(row))).toEqual([]);
});

test('a decision reads no comparison and no circumstance that it does not depend on', () => {
  const read: string[] = [];
  const recorded = (name: string, value: unknown) => ({
    get: () => {
      read.push(name);
      return value;
    },
  });
  const compared = Object.defineProperties({} as DeviceComparisons, {
    serialnumber: recorded('serialnumber', 'agrees'),
    macaddresses: recorded('macaddresses', 'agrees'),
    name: recorded('name', 'differs'),
  });
  const holds = Object.defineProperties(
    {},
    { merged: recorded('merged', false), named: recorded('named', false) },
  );
  expect(decideDevice(compared, holds).isSame).toBe(true);
  expect([...new Set(read)]).toEqual(['serialnumber', 'macaddresses']);
});

const CASES: [string, string, Circumstances, boolean][] = [
  ['another serial number, all else the same', '! = = =', {}, false],
  ['a new name and a new adapter', '= = ! !', {}, true],
  ['a new name and a new adapter in a virtual machine', '= = ! !', { virtual: true }, false],
  ['a virtual machine of another name whose adapters are unknown', '= = ! ?', { virtual: true }, false],
  ['a virtual machine with a new name', '= = ! =', { virtual: true }, true],
  ['a virtual machine with a new adapter', '= = = !', { virtual: true }, true],
  ['a new board', '= ! = =', {}, true],
  ['a new board without a serial number', '? ! = =', {}, true],
  ['a blade of the same chassis', '= ! ! !', {}, false],
  ['another PC on the same dock', '= ! ! =', {}, false],
  ['another PC on the same dock without serial numbers', '? ! ! =', {}, false],
  ['two UUIDs and one host name', '? ! = !', {}, false],
  ['a record that was entered by hand with its serial number', '= ? ? ?', {}, true],
  ['a record that was entered by hand with its UUID', '? = ? ?', {}, true],
  ['a serial number that two makers gave', '= ? ! !', {}, false],
  ['a serial number and a name', '= ? = !', {}, true],
  ['a serial number and an adapter', '= ? ! =', {}, true],
  ['the clone of a board without a serial number', '? = ! !', {}, false],
  ['a UUID and a name', '? = = !', {}, true],
  ['a renamed PC without serial number and UUID', '? ? ! =', {}, true],
  ['two PCs without serial number and UUID on one dock', '? ? ! =', { docked: true }, false],
  ['an adapter that went from PC to PC', '? ? ! =', { strong: true }, false],
  ['nothing but a host name', '? ? = ?', {}, true],
  ['a host name on other adapters', '? ? = !', {}, false],
  ['a twin with its adapter', '= = ! =', { shared: true }, true],
  ['a twin with other adapters', '= = = !', { shared: true }, false],
  ['a twin whose adapters are unknown, under its name', '= = = ?', { shared: true }, true],
  ['a twin whose adapters are unknown, under another name', '= = ! ?', { shared: true }, false],
  ['a record that a person merged with another one', '= ! ! !', { merged: true }, true],
  ['another serial number than that of a merged record', '! ! = =', { merged: true }, false],
  ['a container with a new adapter', '? ? = !', { container: true }, true],
  ['a container with another name and adapter', '? ? ! !', { container: true }, false],
];

test.each(CASES)('the table says of %s: %s', (_what, pattern, circumstances, isSame) => {
  expect(decide(compared(pattern), circumstances).isSame).toBe(isSame);
});
