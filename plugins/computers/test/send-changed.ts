import { expect } from 'bun:test';
import { createChooser } from '../../../test/support/random.ts';
import { COLLECTOR_KEY, type Site } from '../../../test/support/site.ts';
import {
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

/** Builds the inventory of a separate PC; each identifier contains the number. */
function inventoryOf(name: string, n: number): Tree {
  const message = readSampleInventory(name);
  const { content } = message;
  const own = `own${n}pc`;
  Object.assign(content.hardware, { name: own, uuid: `uuid-${own}` });
  Object.assign(content.bios, { ssn: `SN-${own}` });
  for (const [index, network] of (content.networks ?? []).entries())
    if (network.mac) network.mac = macOf(n, index);
  return { ...message, deviceid: `${own}-2026-01-31-08-00-00` };
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
const macOf = (n: number, index: number): string =>
  `00:1b:${hex(index, 2)}:${hex(n, 6).match(/../g)!.join(':')}`;

/** Reads the stored data of a PC with its number removed from all texts. */
function storedOf(site: Site, assetid: number, n: number): Tree {
  const rows = (sql: string) => site.app.host.db.read((reader) => reader.all<Tree>(sql, assetid));
  const pc = 'SELECT computerid FROM computers WHERE assetid = ?';
  const [row] = rows(
    `SELECT hostname, serialnumber, vendor AS manufacturer, modelnumber AS model, osname, osversion, loggedinuser,
       lastboottime, uuid, processor, memorygb, diskgb, chassistype, biosversion
     FROM computers JOIN assets USING (assetid) LEFT JOIN vendors USING (vendorid)
       LEFT JOIN models USING (modelnumberid) LEFT JOIN operatingsystems USING (osid) WHERE assetid = ?`,
  );
  const { processor, memorygb, diskgb, chassistype, biosversion, ...asset } = row;
  const parts = rows(
    `SELECT kind, name, manufacturer, serialnumber, place, megabytes, freemegabytes, detail FROM computerparts
     WHERE computerid = (${pc}) ORDER BY computerpartid`,
  );
  const addresses = rows('SELECT commtype, address FROM communications WHERE assetid = ? ORDER BY address');
  const stored = {
    ...asset,
    hardware: {
      ...{ processor, memorygb, diskgb, chassistype, biosversion },
      parts: Object.groupBy(parts, ({ kind }) => kind),
    },
    ipaddresses: addresses.filter(({ commtype }) => commtype === 'ip'),
    macaddresses: addresses.filter(({ commtype }) => commtype === 'mac'),
    installedapps: rows(
      `SELECT appname, version, otherversions, installdate, publisher FROM installedapps JOIN applications USING (appid)
         LEFT JOIN appversions USING (appversionid) WHERE computerid = (${pc}) ORDER BY appname COLLATE NOCASE`,
    ),
  };
  const own = new RegExp(`own${n}pc`, 'gi');
  const mac = new RegExp(macOf(n, 0).slice(9), 'g');
  return JSON.parse(JSON.stringify(stored).replace(own, 'own').replace(mac, 'mac'));
}

const IDENTIFIERS = new Set(['hardware.name', 'hardware.uuid', 'bios.ssn']);

/** Returns a unique value for an identifier, because PCs that share one could match one record. */
function ownIdentifier(path: readonly string[], value: unknown, n: number): unknown {
  if (!IDENTIFIERS.has(path.join('.'))) return value;
  if (typeof value === 'number') return 1_000_000 + n;
  return typeof value === 'string' && value.length < 10 && value.trim() ? `own${n}pc ${value}` : value;
}

/** Sends real inventories with one leaf of another shape, each as a separate PC, and compares the stored data. */
export async function sendChanged(site: Site, changes: number, seed: number): Promise<number> {
  const random = createChooser(seed);
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const send = async (message: Tree) => {
    const { status, text } = await collector.post('/api/collector/glpi', message);
    expect([status, text.slice(0, 300)]).toEqual([200, expect.stringContaining('"created":1')]);
    return JSON.parse(text).data.assetid as number;
  };
  const originals = [];
  for (const [n, name] of ['computer_1', 'computer_2'].entries()) {
    const message = inventoryOf(name, n);
    const stored = storedOf(site, await send(message), n);
    originals.push({ name, stored, leaves: leavesOf(message.content) });
  }
  for (let n = originals.length; n < changes + originals.length; n++) {
    const { name, stored, leaves } = random.oneOf(originals);
    const message = inventoryOf(name, n);
    const path = random.oneOf(leaves);
    const value = ownIdentifier(path, random.oneOf(SHAPES)(getValueAt(message.content, path)), n);
    const now = storedOf(site, await send(replaceValueAt(message, ['content', ...path], value)), n);
    const what = `${name} ${path.join('.')} = ${JSON.stringify(value).slice(0, 80)}`;
    expect([what, omitAffected(now, path)]).toEqual([what, omitAffected(stored, path)]);
    const missing = countMissing(findAffectedLists(stored, path), findAffectedLists(now, path));
    expect([what, missing.filter((count) => count > 1)]).toEqual([what, []]);
  }
  return changes;
}
