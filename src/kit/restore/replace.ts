import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Sqlite } from '#runtime';
import { SecretColumns } from '../audit/secret-columns.ts';
import { DATABASE, type Manifest } from '../backup/manifest.ts';
import type { Clock } from '../clock.ts';
import { nameOf } from '../data/query.ts';
import type { Tx } from '../data/tx.ts';
import type { Register } from '../resource/register.ts';
import { keepEnded, type LastingEnd, Standing } from './lasting-ends.ts';
import { giveTo } from './owner.ts';
import { withPresent } from './present.ts';
import { settle } from './settle.ts';
import { isSwapCutOff, stageOf, swap } from './swap.ts';

/** What a plugin says of its tables that a restore goes by. */
interface TableRules {
  lastingEnds?: readonly LastingEnd[];
  secrets?: readonly AnySQLiteColumn[];
  registers?: readonly Register[];
  final?: readonly SQLiteTable[];
}

/** Rehearsed data in the stage of a data directory that nobody has open, and what they must know. */
export interface Replacement {
  data: string;
  /** The name of the file they came from. */
  filename: string;
  about: Manifest;
  /** Who asked for it, as the log calls him. */
  by: string;
  /** All that could run: the data of those that are switched off are restored too. */
  features: readonly TableRules[];
  clock: Clock;
  /** What else changes where the data of before are those of the same appliance; answers what the audit row says of it. */
  keep?(tx: Tx): Record<string, unknown>;
}

export interface Replaced {
  /** Where the data of before lie now; undefined where there were none. */
  before: string | undefined;
  /** Whether they could be read: else what was revoked since is valid again. */
  isRead: boolean;
}

/**
 * Puts what was rehearsed into the place of the data, with what was ended since still ended. Throws what the disk says, or
 * an Error in one sentence: nothing has changed then, and nothing is left of what was rehearsed.
 */
export function replaceData({ data, filename, about, by, features, clock, keep }: Replacement): Replaced {
  const folder = stageOf(data);
  try {
    const ends = features.flatMap(({ lastingEnds = [] }) => lastingEnds);
    const { standing, isRead } = standingIn(data, folder, (sqlite) => Standing.of(sqlite, about, ends));
    const { createddate, applianceid, version } = about;
    settle({
      folder,
      clock,
      by,
      details: { filename, createddate, applianceid, version },
      ...secretsOf(features),
      change: (tx) => (standing ? { ...keepEnded(tx, standing, ends), ...keep?.(tx) } : {}),
    });
    giveTo(statSync(data), folder);
    return { before: swap(data, clock.now()), isRead };
  } catch (cause) {
    if (!isSwapCutOff(data)) rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

const secretsOf = (features: readonly TableRules[]) => ({
  secrets: new SecretColumns(
    features.flatMap(({ secrets = [] }) => secrets),
    features.flatMap(({ registers = [] }) => registers),
  ),
  final: new Set(features.flatMap(({ final = [] }) => final.map(nameOf))),
});

/** What the data of before say of what was ended since; they may be damaged, which is why they are replaced. */
function standingIn(data: string, folder: string, look: (sqlite: Sqlite) => Standing | undefined) {
  if (!existsSync(join(data, DATABASE))) return { isRead: true };
  try {
    return { isRead: true, standing: withPresent(data, join(folder, 'before'), look) };
  } catch {
    return { isRead: false };
  }
}
