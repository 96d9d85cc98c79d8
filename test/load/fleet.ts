import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { migrate } from '../../src/kit/data/migrate.ts';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { hashSecret } from '../../src/kit/minted-secret.ts';

/** Returns the credential of the PC with this number. */
export const credentialOf = (n: number): string =>
  `mw_epc_${String(n).padStart(8, '0')}_${hashSecret(`load ${n}`).slice(0, 43)}`;

/**
 * Creates a data directory with `size` PCs, each with the credential of its number. `plain` further PCs have
 * none.
 */
export function makeFleet(data: string, size: number, plain = 0): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const path = join(data, 'millwright.db');
  migrate(path, chainsOf(plugins), () => new Date());
  const sqlite = openDatabaseFile(path);
  const at = new Date().toISOString();
  const [type, status] = ['Computer', 'In use'].map(
    (name, index) =>
      Object.values(
        sqlite
          .prepare(
            index === 0
              ? 'SELECT assettypeid AS id FROM assettypes WHERE assettype = ?'
              : 'SELECT statusid AS id FROM assetstatuses WHERE status = ?',
          )
          .get(name) as object,
      )[0],
  ) as number[];
  const asset = sqlite.prepare(
    'INSERT INTO assets (assetnumber, assettypeid, statusid, serialnumber, createddate, modifieddate) VALUES (?, ?, ?, ?, ?, ?) RETURNING assetid',
  );
  const computer = sqlite.prepare('INSERT INTO computers (assetid, hostname) VALUES (?, ?)');
  const credential = sqlite.prepare(
    'INSERT INTO endpointcredentials (assetid, prefix, secrethash, noncehash, firstuseddate, createddate) VALUES (?, ?, ?, ?, ?, ?)',
  );
  sqlite.exec("BEGIN; INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys')");
  for (let n = 0; n < size + plain; n++) {
    const { assetid } = asset.get(`L-${n}`, type!, status!, `LOAD-${n}`, at, at) as { assetid: number };
    computer.run(assetid, `load-${n}`);
    if (n >= size) continue;
    const secret = credentialOf(n);
    credential.run(assetid, secret.slice(0, 15), hashSecret(secret), `${n}`, at, at);
  }
  sqlite.exec('COMMIT');
  sqlite.close();
}
