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

/** The maximum number of missing files that the audit log names. */
const MAX_NAMED = 100;

/** Staged data of a closed data directory, and what the restore has to record in them. */
export interface CommitRestoreInput {
  data: string;
  /** The name of the backup file. */
  filename: string;
  about: Manifest;
  /** The name of the requesting user, as the audit log shows it. */
  by: string;
  /** All available features and plugins: a restore includes the data of disabled plugins too. */
  features: readonly TableRules[];
  clock: Clock;
  /**
   * Returns rows to leave at their current values. It is called when the current data belong to the same
   * appliance, or when their appliance cannot be read.
   */
  keep?(tx: Tx): RetainedRows;
  /** True throws when current data cannot be read, because the caller has not confirmed that loss. */
  needsAll?: boolean;
  /**
   * An existing folder for the current data; otherwise one is created beside the data directory, or within it
   * when that is not possible.
   */
  before?: string;
  /** True restores the current data when the new ones cannot be served. */
  isOnTrial?: boolean;
}

export interface RestoreResult {
  /** The folder that now contains the previous data; undefined when there were none. */
  before: string | undefined;
  /** Tables of the previous data that could not be read: their revocations may be valid again. */
  unread: UnreadableTables;
  /** Files that the database of a backup of kind `upgrade` lists and that no longer exist. */
  missing: readonly string[];
}

/**
 * Replaces the data with the staged ones and reapplies the revocations since the backup. Throws the error of
 * the disk, or an Error with a message for users. Then the data are unchanged and the staged files are
 * removed, unless the swap has begun: the next start completes it.
 */
export function commitRestore(input: CommitRestoreInput): RestoreResult {
  const { data, clock, before, isOnTrial } = input;
  const folder = stageOf(data);
  try {
    if (isDatabaseOnly(input.about)) addCurrentFiles(folder, data);
    const settled = settleAmong(input, folder);
    changeOwner(statSync(data), folder);
    return { before: swap({ data, at: clock.now(), before, isOnTrial }), ...settled };
  } catch (cause) {
    if (!isSwapInterrupted(data)) rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** Revokes in the staged data what was revoked in the current data. */
function settleAmong(
  { needsAll, ...input }: CommitRestoreInput,
  folder: string,
): Omit<RestoreResult, 'before'> {
  const { data, filename, by, features, clock, keep } = input;
  const manifest = isDatabaseOnly(input.about) ? withCurrentId(input, folder) : input.about;
  const rules = revocationRulesOf(features);
  const { previousRows, unread, isOther } = readPreviousRows(
    data,
    folder,
    (sqlite) => new PreviousRows(sqlite, manifest, rules),
  );
  const isWhole = unread.length === 0;
  if (!isWhole && needsAll) throw new Error(formatUnreadableWarning(unread));
  const { createddate, applianceid, version } = manifest;
  const missing: string[] = [];
  finalizeStagedData({
    folder,
    clock,
    by,
    details: { filename, createddate, applianceid, version, ...(isWhole ? {} : { unread }) },
    ...secretsOf(features),
    change: (tx) => {
      if (isDatabaseOnly(manifest)) missing.push(...adoptDatabase(tx, manifest, folder));
      if (previousRows) carryRecords(tx, previousRows);
      // From here on, revocations are recorded as in a running appliance.
      watchRevocations(tx, rules);
      const kept = isOther ? undefined : keep?.(tx);
      const canDecrypt = (sealed: string) => openSecrets(folder).decrypt(sealed) !== undefined;
      const ended = previousRows
        ? reapplyRevocations(tx, { previousRows: previousRows, rules, kept, canDecrypt })
        : {};
      const gone =
        missing.length > 0 ? { missing: missing.slice(0, MAX_NAMED), missingfiles: missing.length } : {};
      return { ...ended, ...kept?.auditDetails, ...runAfterRestore(tx, features), ...gone };
    },
  });
  return { unread, missing };
}

/**
 * Stops work in the restored data that would otherwise resume by itself. Returns details for the audit log.
 */
const runAfterRestore = (tx: Tx, features: readonly TableRules[]): Record<string, unknown> =>
  Object.assign({}, ...features.map(({ afterRestore }) => afterRestore?.(tx)));

const secretsOf = (features: readonly TableRules[]) => ({
  secrets: new SecretColumns(
    features.flatMap(({ secrets = [] }) => secrets),
    features.flatMap(({ registers = [] }) => registers),
  ),
  final: new Set(features.flatMap(({ irreversibleTables = [] }) => irreversibleTables.map(tableNameOf))),
});

interface Present {
  /** The revocations in the previous data; undefined without previous data, or when they cannot be read. */
  previousRows?: PreviousRows;
  unread: UnreadableTables;
  /**
   * True when there are no previous data, or when they belong to another appliance than the restored data.
   */
  isOther: boolean;
}

/**
 * Reads the revocations since the backup from the current data. These data may be damaged, which can be the
 * reason for the restore.
 */
function readPreviousRows(data: string, folder: string, look: (sqlite: Sqlite) => PreviousRows): Present {
  if (!existsSync(join(data, DATABASE))) return { unread: [], isOther: true };
  try {
    const previousRows = readCurrentDatabase(data, join(folder, 'before'), look);
    return { previousRows, unread: previousRows.unreadableTables, isOther: previousRows.isOtherAppliance };
  } catch {
    return { unread: 'all', isOther: false };
  }
}
