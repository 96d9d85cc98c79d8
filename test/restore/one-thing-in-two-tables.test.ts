import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnrolledPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Site } from '../support/site.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-two-tables-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const IN_USE = 'endpointcredentials';
const PARKED = 'parkedcredentials';
const COLUMNS = 'assetid, prefix, secrethash, noncehash, firstuseddate, createddate';
const ENDED = 'gone';

/** The location of the credential of a PC in the backup, and its later location or revocation. */
const walks = [IN_USE, PARKED].flatMap((copied) =>
  [IN_USE, PARKED].flatMap((now) => [
    { copied, now, hostname: `${copied}-${now}-stays` },
    { copied, now, hostname: `${copied}-${now}-${ENDED}` },
  ]),
);
const isEnded = (hostname: string): boolean => hostname.endsWith(ENDED);
const pcs = new Map<string, number>();

const run = (site: Site, sql: string): number =>
  site.app.host.db.writeUnaudited((tx) => tx.runUnjournaled(sql));

/** Moves the credential: inserts the row into the other table, then deletes it from its own. */
function move(site: Site, hostname: string, to: string): void {
  const from = to === IN_USE ? PARKED : IN_USE;
  const assetid = pcs.get(hostname)!;
  const [columns, values] =
    to === PARKED ? [`agentmergeid, ${COLUMNS}`, `7, ${COLUMNS}`] : [COLUMNS, COLUMNS];
  run(site, `INSERT INTO ${to} (${columns}) SELECT ${values} FROM ${from} WHERE assetid = ${assetid}`);
  run(
    site,
    `DELETE FROM ${from} WHERE assetid = ${assetid} AND secrethash IN (SELECT secrethash FROM ${to})`,
  );
}

const lyingIn = (site: Site, hostname: string): string[] =>
  [IN_USE, PARKED].filter((table) =>
    site.app.host.db.read((reader) =>
      reader.get(`SELECT 1 FROM ${table} WHERE assetid = ?`, pcs.get(hostname)!),
    ),
  );

test('a restore keeps a deleted credential revoked when it was in either of two tables', async () => {
  const data = join(scratch, 'data');
  let [older, right] = ['', ''];
  await withServedData(data, async (site) => {
    await setSharedKey(site);
    older = await exportBackup(site, scratch, 'b0');
    for (const { hostname, copied } of walks) {
      pcs.set(hostname, (await createEnrolledPc(site, hostname)).assetid);
      move(site, hostname, copied);
    }
    right = await exportBackup(site, scratch, 'b1');
    for (const { hostname, now } of walks) {
      move(site, hostname, now);
      if (isEnded(hostname)) run(site, `DELETE FROM ${now} WHERE assetid = ${pcs.get(hostname)}`);
    }
  });
  for (const file of [older, right])
    expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => {
    for (const { hostname, copied } of walks)
      expect([hostname, lyingIn(site, hostname)]).toEqual([hostname, isEnded(hostname) ? [] : [copied]]);
  });
});
