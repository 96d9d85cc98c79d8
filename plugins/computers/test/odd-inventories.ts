import { readFileSync } from 'node:fs';

/** JSON document of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: inventories are trees of every shape
export type Tree = any;

const FOLDER = new URL('../../../test/data/', import.meta.url);

export const readSample = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
export const readSampleInventory = (name: string): Tree => JSON.parse(readSample(`glpi/${name}.json`));

/** Returns the paths of all leaves below a value. */
export function leavesOf(value: Tree, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** Returns the paths of all objects and lists below a value. */
export function branchesOf(value: Tree, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => branchesOf(inner, [...path, key]))];
}

export const getValueAt = (tree: Tree, path: readonly string[]): Tree =>
  path.reduce((value, key) => value[key], tree);

/** Returns a copy of a document with another value at one path. */
export function replaceValueAt(tree: Tree, path: readonly string[], value: unknown): Tree {
  const copy = structuredClone(tree);
  getValueAt(copy, path.slice(0, -1))[path.at(-1)!] = value;
  return copy;
}

/** Functions that replace a leaf with a value of another shape. */
export const SHAPES: readonly ((leaf: Tree) => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 0.5,
  () => 2 ** 53,
  () => 1e300,
  () => '',
  () => ' ',
  () => '\u0000\uffff\u0085',
  () => 'text',
  () => 'x'.repeat(300),
  () => 'ü'.repeat(70_000),
  () => '1 TB',
  () => [],
  (leaf) => [leaf],
  (leaf) => ['', leaf, null],
  (leaf) => [leaf, 'other'],
  (leaf) => [[leaf]],
  () => [null, ''],
  () => [{}],
  () => ({}),
  (leaf) => ({ value: leaf }),
  (leaf) => ({ '#text': leaf }),
  () => ({ a: { b: { c: [{ d: [1, 2, [3]] }] } } }),
  () => Array.from({ length: 5000 }, (_, n) => n),
];

/** Fields of a stored record that a field of an inventory may change, by `section.field` or by section. */
const AFFECTED: Readonly<Record<string, readonly string[]>> = {
  versionclient: ['agentversion'],
  'hardware.name': ['hostname', 'name', 'isUnnamed'],
  'hardware.uuid': ['uuid'],
  'hardware.vmsystem': ['vmsystem'],
  'hardware.chassis_type': ['hardware.chassistype'],
  'hardware.memory': ['hardware.memorygb'],
  'hardware.lastloggeduser': ['loggedinuser'],
  'hardware.osname': ['osname'],
  'hardware.osversion': ['osversion', 'osname'],
  'bios.ssn': ['serialnumber'],
  'bios.smanufacturer': ['manufacturer'],
  'bios.mmanufacturer': ['manufacturer'],
  'bios.smodel': ['model'],
  'bios.mmodel': ['model'],
  'bios.bversion': ['hardware.biosversion'],
  'bios.bdate': ['hardware.biosversion'],
  'operatingsystem.name': ['osname', 'firmware'],
  'operatingsystem.full_name': ['osname', 'firmware'],
  'operatingsystem.version': ['osname', 'osversion'],
  'operatingsystem.kernel_version': ['osname', 'osversion'],
  'operatingsystem.boot_time': ['lastboottime'],
  'operatingsystem.timezone': ['lastboottime'],
  networks: ['ipaddresses', 'macaddresses', 'hardware.parts.interface'],
  users: ['loggedinuser'],
  softwares: ['installedapps'],
  cpus: ['hardware.processor', 'hardware.parts.processor'],
  memories: ['hardware.memorygb', 'hardware.parts.memory'],
  storages: ['hardware.diskgb', 'hardware.parts.disk'],
  drives: ['hardware.parts.volume'],
  monitors: ['hardware.parts.monitor'],
  videos: ['hardware.parts.graphics'],
  batteries: ['hardware.parts.battery'],
  antivirus: ['hardware.parts.antivirus'],
  virtualmachines: ['hardware.parts.virtualmachine'],
  printers: ['hardware.parts.printer'],
  'network_device.name': ['name', 'hostname'],
  'network_device.serial': ['serialnumber'],
  'network_device.manufacturer': ['manufacturer'],
  'network_device.model': ['model'],
  'network_device.firmware': ['firmware'],
  'network_device.location': ['location'],
  'network_device.type': ['kind', 'assettype'],
  'network_device.mac': ['macaddresses'],
  'network_device.ips': ['ipaddresses'],
  network_ports: ['ports', 'macaddresses'],
  network_components: ['stack'],
  cartridges: ['supplies'],
  pagecounters: ['pagecount', 'pagecounters'],
};

/** Returns the record fields that a path may change; for a section, those of all its fields. */
function affectedBy([section = '', field]: readonly string[]): readonly string[] {
  const found = AFFECTED[`${section}.${field}`] ?? AFFECTED[section];
  if (found || field !== undefined) return found ?? [];
  return Object.entries(AFFECTED).flatMap(([key, names]) => (key.startsWith(`${section}.`) ? names : []));
}

/** Returns a record without the fields that a path may change and without `ignored`, which reports the change. */
export function omitAffected(record: Tree, path: readonly string[]): Tree {
  const rest = structuredClone(record);
  delete rest.ignored;
  for (const name of affectedBy(path)) {
    const keys = name.split('.');
    const parent = keys.slice(0, -1).reduce((value, key) => value?.[key], rest);
    if (parent) delete parent[keys.at(-1)!];
  }
  return plain(rest);
}

/** Returns the lists of a record that a path of the inventory may change. */
export function findAffectedLists(record: Tree, path: readonly string[]): Tree[][] {
  return affectedBy(path)
    .map((name) => name.split('.').reduce((value: Tree, key) => value?.[key], record))
    .filter(Array.isArray);
}

/** Counts the entries of each first list that are missing in the second one. */
export const countMissing = (before: Tree[][], after: Tree[][]): number[] =>
  before.map((list, n) => {
    const there = new Set((after[n] ?? []).map((entry) => JSON.stringify(plain(entry))));
    return list.filter((entry) => !there.has(JSON.stringify(plain(entry)))).length;
  });

/** Returns a value without undefined keys and empty objects. */
function plain(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, plain(inner)] as const)
    .filter(([, inner]) => inner !== undefined && !isEmptyObject(inner));
  return Object.fromEntries(entries);
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
