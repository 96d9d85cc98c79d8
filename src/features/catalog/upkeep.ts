import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { assetTypeNamed, clearWebhooks } from './queries.ts';
import { assettypes, supportteams } from './tables.ts';

const audited = (entitytype: string) => ({
  entitytype,
  entityid: null,
  undoable: false,
});

/** Every register that extends assets has its asset type: a plugin says its name, and it is there. */
export function addMissingTypes(host: Host, context: WriteContext): void {
  const missing = host.db.read((reader) =>
    host.registers
      .all()
      .flatMap((register) =>
        register.asset && !assetTypeNamed.get(reader, { assettype: register.asset.type }) ? [register] : [],
      ),
  );
  if (missing.length === 0) return;
  host.db.transact(context, 'catalog.assettype.added', (tx) => {
    for (const { asset, icon, table } of missing)
      tx.insert(assettypes, { assettype: asset!.type, icon, tablename: table, pluginname: table });
    tx.audit(audited('assettype'));
  });
}

/** Webhooks were kept in clear once; the first start after the upgrade seals them. */
export function encryptWebhooks(host: Host, context: WriteContext): void {
  const clear = host.db.read((reader) => clearWebhooks.all(reader));
  if (clear.length === 0) return;
  host.db.transact(context, 'catalog.supportteam.sealed', (tx) => {
    for (const { supportteamid, webhookurl } of clear)
      tx.update(supportteams, supportteamid, { webhookurl: host.secrets.encrypt(webhookurl!) });
    tx.audit(audited('supportteam'));
  });
}
