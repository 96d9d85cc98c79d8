import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { buildApp, chainsOf, selectEnabledPlugins } from '../../src/app.ts';
import { assetRegister } from '../../src/features/catalog/asset-register.ts';
import { assetTypeNamed } from '../../src/features/catalog/queries.ts';
import { ensureAdminRole } from '../../src/features/identity/roles.ts';
import { createToken } from '../../src/features/identity/token-service.ts';
import { insertUser } from '../../src/features/identity/users.ts';
import { SYSTEM } from '../../src/kit/actor.ts';
import { readConfig } from '../../src/kit/config.ts';
import { migrate } from '../../src/kit/data/migrate.ts';
import { ensureSecrets } from '../../src/kit/secrets.ts';

const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  flush: () => undefined,
};
const BATCH = 5000;

/** A register whose records are assets: its path, its asset type, and the query of its default list. */
export interface RegisterSeed {
  path: string;
  assettype: string;
  select: string;
}

/**
 * Returns path, asset type and the SELECT of the default list of each asset register. Opens an appliance in a
 * temporary folder for this.
 */
export function listAssetRegisters(): RegisterSeed[] {
  const data = mkdtempSync(join(tmpdir(), 'millwright-registers-'));
  const app = openApp(data);
  try {
    return app.host.registers.all().flatMap((register): RegisterSeed[] => {
      if (!register.asset) return [];
      const { selected, order: sort } = app.host.resource(register).lister;
      const order = `${sort.indexed[register.sort]}, ${register.table}.${register.id}`;
      // Without statistics, SQLite would start with the index of active assets and sort all of them by a
      // column of the other table.
      const active = order.startsWith('assets.') ? 'assets.isactive' : '+assets.isactive';
      const select = `SELECT ${selected.columns} FROM ${selected.from} WHERE ${active} = 1 ORDER BY ${order}`;
      return [{ path: register.path, assettype: register.asset.type, select }];
    });
  } finally {
    app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Fills a data directory with this number of assets and one admin. The assets are of one type if it is set.
 * Returns an API token and the SELECT of the list of assets.
 */
export function seedData(data: string, count: number, assettype?: string): { token: string; select: string } {
  const app = openApp(data);
  const { host } = app;
  const context = () => ({ actor: SYSTEM, requestid: null, ipaddress: null });
  const userid = host.db.transact(context(), 'bench.site.seeded', (tx) => {
    const id = insertUser(
      tx,
      { username: 'bench', email: 'bench@plant.example', password: '' },
      'no password',
      'owner',
    );
    tx.insert('userroles', { userid: id, roleid: ensureAdminRole(tx) });
    for (let n = 0; n < 200; n++) tx.insert('locations', { location: `Cell ${n}` });
    for (let n = 0; n < 50; n++) tx.insert('vendors', { vendor: `Maker ${n}` });
    tx.audit({ entitytype: 'setup', entityid: null, undoable: false });
    return id;
  }).value;
  const only = assettype
    ? host.db.read((reader) => assetTypeNamed.get(reader, { assettype })?.assettypeid)
    : undefined;
  for (let start = 0; start < count; start += BATCH) {
    host.db.transact(context(), 'bench.assets.seeded', (tx) => {
      for (let n = start; n < Math.min(start + BATCH, count); n++) tx.insert('assets', asset(n, only));
      tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
    });
    host.db.commit();
  }
  const { token } = {
    token: createToken(host, { ...context(), actor: { ...SYSTEM, userid } }, { name: 'bench' }).secret,
  };
  const { columns, from } = host.resource(assetRegister).lister.selected;
  app.close();
  return { token, select: `SELECT ${columns} FROM ${from}` };
}

function openApp(data: string) {
  const config = { ...readConfig([], {}), data, tls: false };
  const path = `${data}/millwright.db`;
  migrate(path, chainsOf(plugins), () => new Date());
  return buildApp({
    config,
    log: SILENT,
    secrets: ensureSecrets(data),
    plugins: selectEnabledPlugins(plugins, config, []),
  });
}

function asset(n: number, only: number | undefined) {
  return {
    assetnumber: `A-${String(n).padStart(6, '0')}`,
    assettypeid: only ?? 1 + (n % 7),
    name: `Asset number ${n} of hall ${n % 40}`,
    serialnumber: `SN${(n * 7919) % 1_000_003}`,
    statusid: 1 + (n % 4),
    locationid: 1 + (n % 200),
    vendorid: 1 + (n % 50),
    purchasedate: new Date(Date.UTC(2016, 0, 1 + (n % 3650))).toISOString().slice(0, 10),
    purchasecost: ((n * 31) % 5000) + 0.5,
    eoldate: new Date(Date.UTC(2026, 0, 1 + (n % 3650))).toISOString().slice(0, 10),
  };
}
