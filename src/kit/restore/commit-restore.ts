import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import { SecretColumns } from '../audit/secret-columns.ts';
import { DATABASE, isDatabaseOnly, type Manifest } from '../backup/manifest.ts';
import type { Clock } from '../clock.ts';
import { tableNameOf } from '../data/query.ts';
import type { Tx } from '../data/tx.ts';
import { openSecrets } from '../secrets.ts';
import { adoptDatabase, withCurrentId } from './adopt-database.ts';
import { carryRecords } from './carry-over.ts';
import { changeOwner } from './change-owner.ts';
import { addCurrentFiles } from './database-only.ts';
import { finalizeStagedData } from './finalize-staged-data.ts';
import { isSwapInterrupted, stageOf } from './plan.ts';
import { PreviousRows } from './previous-rows.ts';
import { readCurrentDatabase } from './read-current-database.ts';
import { type RetainedRows, reapplyRevocations } from './revocation-rules.ts';
import { swap } from './swap.ts';
import { revocationRulesOf, type TableRules } from './table-rules.ts';
import { formatUnreadableWarning, type UnreadableTables } from './unreadable-tables.ts';
import { watchRevocations } from './watch-revocations.ts';

/** At most so many missing files are named in the audit log. */
const MAX_NAMED = 100;

/** Rehearsed data in the stage of a data directory that nobody has open, and what they must know. */
export interface CommitRestoreInput {
  data: string;
  /** The name of the file they came from. */
  filename: string;
  about: Manifest;
  /** Who asked for it, as the log calls him. */
  by: string;
  /** All that could run: the data of those that are switched off are restored too. */
  features: readonly TableRules[];
  clock: Clock;
  /** Keeps rows as they are now, where the data of before are those of the same appliance, or cannot say. */
  keep?(tx: Tx): RetainedRows;
  /** Refuses where data of before cannot be read: nobody has said that it goes on all the same. */
  needsAll?: boolean;
  /** Where the data of before go, which is there and takes them; else one is made beside the data. */
  before?: string;
  /** Whether they come back where what is restored cannot be served. */
  isOnTrial?: boolean;
}

export interface RestoreResult {
  /** Where the data of before lie now; undefined where there were none. */
  before: string | undefined;
  /** What of theirs could not be read: what was ended there may be valid again. */
  unread: UnreadableTables;
  /** Files that the database of a backup of kind `upgrade` lists and that no longer exist. */
  missing: readonly string[];
}

/**
 * Puts what was rehearsed into the place of the data, with what was ended since still ended. Throws what the disk says, or
 * an Error in one sentence: nothing has changed then, and nothing is left of what was rehearsed.
 */
export function commitRestore(replacement: CommitRestoreInput): RestoreResult {
  const { data, clock, before, isOnTrial } = replacement;
  const folder = stageOf(data);
  try {
    if (isDatabaseOnly(replacement.about)) addCurrentFiles(folder, data);
    const settled = settleAmong(replacement, folder);
    changeOwner(statSync(data), folder);
    return { before: swap({ data, at: clock.now(), before, isOnTrial }), ...settled };
  } catch (cause) {
    if (!isSwapInterrupted(data)) rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** Revokes in the staged data what was revoked in the current data. */
function settleAmong(
  { needsAll, ...replacement }: CommitRestoreInput,
  folder: string,
): Omit<RestoreResult, 'before'> {
  const { data, filename, by, features, clock, keep } = replacement;
  const about = isDatabaseOnly(replacement.about) ? withCurrentId(replacement, folder) : replacement.about;
  const ends = revocationRulesOf(features);
  const { standing, unread, isOther } = standingIn(
    data,
    folder,
    (sqlite) => new PreviousRows(sqlite, about, ends),
  );
  const isWhole = unread.length === 0;
  if (!isWhole && needsAll) throw new Error(formatUnreadableWarning(unread));
  const { createddate, applianceid, version } = about;
  const missing: string[] = [];
  finalizeStagedData({
    folder,
    clock,
    by,
    details: { filename, createddate, applianceid, version, ...(isWhole ? {} : { unread }) },
    ...secretsOf(features),
    change: (tx) => {
      if (isDatabaseOnly(about)) missing.push(...adoptDatabase(tx, about, folder));
      if (standing) carryRecords(tx, standing);
      // What ends from here on is kept as what ends in a running appliance is.
      watchRevocations(tx, ends);
      const kept = isOther ? undefined : keep?.(tx);
      const opens = (sealed: string) => openSecrets(folder).decrypt(sealed) !== undefined;
      const ended = standing
        ? reapplyRevocations(tx, { previousRows: standing, ends, kept, canDecrypt: opens })
        : {};
      const gone =
        missing.length > 0 ? { missing: missing.slice(0, MAX_NAMED), missingfiles: missing.length } : {};
      return { ...ended, ...kept?.auditDetails, ...stopped(tx, features), ...gone };
    },
  });
  return { unread, missing };
}

/** What would go on by itself in the restored data. */
const stopped = (tx: Tx, features: readonly TableRules[]): Record<string, unknown> =>
  Object.assign({}, ...features.map(({ afterRestore }) => afterRestore?.(tx)));

const secretsOf = (features: readonly TableRules[]) => ({
  secrets: new SecretColumns(
    features.flatMap(({ secrets = [] }) => secrets),
    features.flatMap(({ registers = [] }) => registers),
  ),
  final: new Set(features.flatMap(({ irreversibleTables = [] }) => irreversibleTables.map(tableNameOf))),
});

interface Present {
  /** Undefined where there are none, or none that can be read. */
  standing?: PreviousRows;
  unread: UnreadableTables;
  /** Whether they are those of another appliance than the restored ones. */
  isOther: boolean;
}

/** What the data of before say of what was ended since; they may be damaged, which is why they are replaced. */
function standingIn(data: string, folder: string, look: (sqlite: Sqlite) => PreviousRows): Present {
  if (!existsSync(join(data, DATABASE))) return { unread: [], isOther: true };
  try {
    const standing = readCurrentDatabase(data, join(folder, 'before'), look);
    return { standing, unread: standing.unreadableTables, isOther: standing.isOtherAppliance };
  } catch {
    return { unread: 'all', isOther: false };
  }
}
