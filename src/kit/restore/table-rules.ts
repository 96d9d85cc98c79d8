import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from '../data/tx.ts';
import type { Register } from '../resource/register.ts';
import type { SettingDeclaration } from '../settings/declare.ts';
import type { RevocationRule } from './revocation-rule.ts';
import { createSettingsRule } from './settings-rule.ts';

/** The declarations of a plugin about its tables that a restore uses. */
export interface TableRules {
  revocationRules?: readonly RevocationRule[];
  afterRestore?(tx: Tx): Readonly<Record<string, number>>;
  settings?: readonly SettingDeclaration[];
  secrets?: readonly AnySQLiteColumn[];
  registers?: readonly Register[];
  irreversibleTables?: readonly SQLiteTable[];
}

/** Returns all revocation rules: those of the features and the one for settings. */
export const revocationRulesOf = (features: readonly TableRules[]): RevocationRule[] => [
  ...features.flatMap(({ revocationRules = [] }) => revocationRules),
  createSettingsRule(features.flatMap(({ settings = [] }) => settings)),
];
