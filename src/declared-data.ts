import { getTableName } from 'drizzle-orm';
import { attentionSettings } from './kit/attention.ts';
import type { DeclaredData, DeclaredSetting } from './kit/declared-data.ts';
import type { Plugin } from './kit/plugin.ts';
import { reminderSettings } from './kit/reminder.ts';
import { listSecretFields } from './kit/resource/secret-fields.ts';
import type { SettingDeclaration } from './kit/settings/declare.ts';

/** Returns the declarations of the features about their data, each feature once. */
export function describeDeclaredData(features: readonly Plugin[]): DeclaredData {
  const all = [...new Map(features.map((feature) => [feature.id, feature])).values()];
  return {
    plugins: all.map(({ id, title, core = false, dependsOn = [] }) => ({ id, title, core, dependsOn })),
    settings: all.flatMap(({ settings = [], attention = [], reminders = [] }) =>
      [...settings, ...attentionSettings(attention), ...reminderSettings(reminders)].map(describeSetting),
    ),
    extensions: all.flatMap(({ registers = [] }) =>
      registers.flatMap(({ asset, table, one }) => (asset ? { type: asset.type, table, one } : [])),
    ),
    secretColumns: all.flatMap(({ secrets = [], registers = [] }) => [
      ...secrets.map(({ name, table }) => ({ table: getTableName(table), column: name })),
      ...listSecretFields(registers),
    ]),
    personalFields: [...new Set(all.flatMap(listPersonalFields))],
  };
}

const describeSetting = ({
  key,
  title,
  category,
  type,
  secret,
  ...rest
}: SettingDeclaration): DeclaredSetting => ({
  key,
  title,
  category,
  type,
  default: rest.default,
  secret: secret ?? false,
});

/**
 * Returns the personal keys that a feature declares, and the personal fields of its registers and ledgers.
 */
export const listPersonalFields = ({ personal = [], registers = [], ledgers = [] }: Plugin): string[] => [
  ...personal,
  ...[...registers, ...ledgers.map(({ register }) => register)].flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => fields[name]!.personal),
  ),
];
