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
function toComparisons(pattern: string): Comparisons {
  const [serialnumber, uuid, hostname, macaddresses] = pattern.split(' ').map((sign) => COMPARISONS[sign]!);
  return {
    serialnumber: serialnumber!,
    uuid: uuid!,
    hostname: hostname!,
    macaddresses: macaddresses!,
  };
}

const signs = Object.keys(COMPARISONS);
/** All combinations of comparisons between a report and a record. */
const ALL = signs.flatMap((a) =>
  signs.flatMap((b) => signs.flatMap((c) => signs.map((d) => `${a} ${b} ${c} ${d}`))),
);
const CIRCUMSTANCES: Circumstances[] = [
  {},
  ...(['shared', 'virtual', 'strong', 'docked', 'merged', 'container'] as const).map((name) => ({
    [name]: true,
  })),
];

test('the PC table decides every case, and each of its rows decides at least one', () => {
  const used = new Set(
    ALL.flatMap((pattern) => CIRCUMSTANCES.map((one) => decide(toComparisons(pattern), one))),
  );
  expect(used.has(undefined as never)).toBe(false);
  expect(ROWS.filter((row) => !used.has(row))).toEqual([]);
});

test('the device table decides every case, and each of its rows decides at least one', () => {
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

test('a device decision reads only the comparisons and circumstances that it depends on', () => {
  const read: string[] = [];
  const recordRead = (name: string, value: unknown) => ({
    get: () => {
      read.push(name);
      return value;
    },
  });
  const compared = Object.defineProperties({} as DeviceComparisons, {
    serialnumber: recordRead('serialnumber', 'agrees'),
    macaddresses: recordRead('macaddresses', 'agrees'),
    name: recordRead('name', 'differs'),
  });
  const holds = Object.defineProperties(
    {},
    { merged: recordRead('merged', false), named: recordRead('named', false) },
  );
  expect(decideDevice(compared, holds).isSame).toBe(true);
  expect([...new Set(read)]).toEqual(['serialnumber', 'macaddresses']);
});

const CASES: [string, string, Circumstances, boolean][] = [
  ['another serial number with all else equal', '! = = =', {}, false],
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
  ['a serial number that two manufacturers assigned', '= ? ! !', {}, false],
  ['a serial number and a name', '= ? = !', {}, true],
  ['a serial number and an adapter', '= ? ! =', {}, true],
  ['a clone of a board without a serial number', '? = ! !', {}, false],
  ['a UUID and a name', '? = = !', {}, true],
  ['a renamed PC without serial number and UUID', '? ? ! =', {}, true],
  ['two PCs without serial number and UUID on one dock', '? ? ! =', { docked: true }, false],
  ['an adapter that moves between PCs', '? ? ! =', { strong: true }, false],
  ['a host name alone', '? ? = ?', {}, true],
  ['a host name on other adapters', '? ? = !', {}, false],
  ['a duplicate serial number with its own adapter', '= = ! =', { shared: true }, true],
  ['a duplicate serial number with other adapters', '= = = !', { shared: true }, false],
  ['a duplicate serial number with unknown adapters and the same name', '= = = ?', { shared: true }, true],
  ['a duplicate serial number with unknown adapters and another name', '= = ! ?', { shared: true }, false],
  ['a record that a user merged with another one', '= ! ! !', { merged: true }, true],
  ['another serial number than that of a merged record', '! ! = =', { merged: true }, false],
  ['a container with a new adapter', '? ? = !', { container: true }, true],
  ['a container with another name and adapter', '? ? ! !', { container: true }, false],
];

test.each(CASES)('the PC table decides the case of %s (%s)', (_what, pattern, circumstances, isSame) => {
  expect(decide(toComparisons(pattern), circumstances).isSame).toBe(isSame);
});
