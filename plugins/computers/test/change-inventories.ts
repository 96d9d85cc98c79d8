import { expect } from 'bun:test';
import { createChooser } from '../../../test/support/random.ts';
import { type NormalizedInventory, normalizeInventory } from '../glpi/index.ts';
import { computerRecord } from '../inventory/schema.ts';
import {
  branchesOf,
  countMissing,
  findAffectedLists,
  getValueAt,
  leavesOf,
  omitAffected,
  readSampleInventory,
  replaceValueAt,
  SHAPES,
  type Tree,
} from './odd-inventories.ts';

const NAMES = [
  'computer_1',
  'computer_2',
  'phone_1',
  'printer_1',
  'printer_2',
  'networkequipment_3',
  'networkequipment_5',
];

/** Section with all identifiers of a device; an inventory without it is invalid. */
const ALL_IDENTIFIERS = 'network_device';

/** Reads real inventories with one value each changed to another shape, and compares all other values. */
export function readChangedInventory(changes: number, seed: number): { leaves: number; branches: number } {
  const random = createChooser(seed);
  const counts = { leaves: 0, branches: 0 };
  const originals = NAMES.map((name) => {
    const message = readSampleInventory(name);
    return { message, record: normalizeInventory({ message }), paths: pathsIn(message.content) };
  });
  for (let n = 0; n < changes; n++) {
    const { message, record, paths } = random.oneOf(originals);
    const isLeaf = n % 4 > 0;
    const path = random.oneOf(isLeaf ? paths.leaves : paths.branches);
    const leaf = getValueAt(message.content, path);
    const value = random.oneOf(SHAPES)(leaf);
    const changed = normalizeInventory({ message: replaceValueAt(message, ['content', ...path], value) });
    expectSameBeside({ path, leaf, value, record, changed, isLeaf });
    counts[isLeaf ? 'leaves' : 'branches']++;
  }
  return counts;
}

function pathsIn(content: Tree): { leaves: string[][]; branches: string[][] } {
  const branches = branchesOf(content).filter(
    (path) => path.length > 0 && !(path.length === 1 && path[0] === ALL_IDENTIFIERS),
  );
  return { leaves: leavesOf(content), branches };
}

interface Change {
  path: string[];
  leaf: Tree;
  value: unknown;
  record: NormalizedInventory;
  changed: NormalizedInventory;
  isLeaf: boolean;
}

function expectSameBeside({ path, leaf, value, record, changed, isLeaf }: Change): void {
  const what = `${path.join('.')} = ${JSON.stringify(value).slice(0, 80)}`;
  expect([what, omitAffected(changed, path)]).toEqual([what, omitAffected(record, path)]);
  if (changed.kind === 'computer')
    expect([what, computerRecord.safeParse(changed).error]).toEqual([what, undefined]);
  if (!isLeaf) return;
  // A list with one entry equals that entry.
  if (Array.isArray(value) && value.length === 1 && value[0] === leaf)
    expect([what, omitAffected(changed, [])]).toEqual([what, omitAffected(record, [])]);
  if (path.length < 3) return;
  const missing = countMissing(findAffectedLists(record, path), findAffectedLists(changed, path));
  expect([what, missing.filter((count) => count > 1)]).toEqual([what, []]);
}
