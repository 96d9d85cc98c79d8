import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { endsOfAccounts, findAccount, unlockAccount } from '../features/identity/index.ts';
import { users } from '../features/identity/tables.ts';
import { SYSTEM } from '../kit/actor.ts';
import { SecretColumns } from '../kit/audit/secret-columns.ts';
import { createAuditHook } from '../kit/audit/write.ts';
import type { Output } from '../kit/cli.ts';
import { systemClock } from '../kit/clock.ts';
import { type Config, UsageError } from '../kit/config.ts';
import { Database } from '../kit/data/database.ts';
import type { Chain } from '../kit/data/migrate.ts';
import { openDatabaseFile, refuseDamagedFile } from '../kit/data/open.ts';
import { Passwords } from '../kit/passwords.ts';
import { watchRevocations } from '../kit/restore/watch-revocations.ts';
import { openSecrets } from '../kit/secrets.ts';
import { describeMissingDatabase } from './missing-database.ts';
import { refuseOtherSchemaVersion } from './other-version.ts';

/**
 * Sets a new password of a user, prints it, and requires its change at the next sign-in. Unlocks and
 * reactivates the account, and ends its sessions. Works beside a running appliance: a user with access to the
 * console is trusted. Returns 0. Throws a `UsageError` for no database and for an unknown or ambiguous name.
 */
export async function resetPassword(
  config: Config,
  chains: readonly Chain[],
  username: string,
  { out }: Output,
): Promise<number> {
  const path = join(config.data, 'millwright.db');
  if (!existsSync(path)) throw new UsageError(describeMissingDatabase(config.data));
  refuseDamagedFile(path);
  refuseOtherSchemaVersion(path, chains);
  const open = () => openDatabaseFile(path);
  const db = new Database(open(), systemClock, open, path);
  try {
    const { auditKey: key } = openSecrets(config.data);
    const secrets = new SecretColumns([users.passwordhash], []);
    const final = new Set([getTableName(users)]);
    // The audit head stays unchanged: a running appliance updates it, and a log that continues beyond it is
    // valid.
    db.beforeCommit(createAuditHook({ secrets, final, key, moves: () => {} }));
    const { user, isAmbiguous } = db.read((reader) => findAccount(reader, username));
    if (isAmbiguous)
      throw new UsageError(`Several users have the name ${username}. Use the exact spelling of one.`);
    if (!user) throw new UsageError(`No user has the name ${username}.`);
    const password = randomBytes(12).toString('base64url');
    const passwordhash = await new Passwords().hash(password, {});
    // The previous password must not become valid again through a restore.
    db.writeUnaudited((tx) => watchRevocations(tx, endsOfAccounts));
    db.transact(
      { actor: { ...SYSTEM, name: 'console' }, requestid: null, ipaddress: null },
      'identity.user.passwordreset',
      (tx) => {
        tx.update(users, user.userid, {
          passwordhash,
          mustchangepassword: 1,
          issued: 1,
          isactive: 1,
          tokenepoch: user.tokenepoch + 1,
        });
        unlockAccount(tx, user.username);
        tx.audit({ entitytype: 'user', entityid: user.userid });
      },
    );
    db.commit();
    out(`New password of ${user.username}: ${password}`);
    out('The user must change it at the next sign-in.');
    return 0;
  } finally {
    db.close();
  }
}
