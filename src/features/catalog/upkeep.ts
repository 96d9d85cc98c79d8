import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { assetTypeNamed, clearWebhooks } from './queries.ts';
import { assettypes, supportteams } from './tables.ts';

const auditOf = (entitytype: string) => ({
  entitytype,
  entityid: null,
  undoable: false,
});

/**
 * Adds the missing asset types of registers that extend assets, so that a plugin only has to declare the name
 * of the type.
 */
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
    tx.audit(auditOf('assettype'));
  });
}

/** Encrypts webhook URLs that older versions stored in clear. Runs at each start. */
export function encryptWebhooks(host: Host, context: WriteContext): void {
  const clear = host.db.read((reader) => clearWebhooks.all(reader));
  if (clear.length === 0) return;
  host.db.transact(context, 'catalog.supportteam.sealed', (tx) => {
    for (const { supportteamid, webhookurl } of clear)
      tx.update(supportteams, supportteamid, { webhookurl: host.secrets.encrypt(webhookurl!) });
    tx.audit(auditOf('supportteam'));
  });
}
