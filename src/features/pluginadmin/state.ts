import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (data: string) => join(data, 'plugins.json');

/**
 * The plugins that the site has switched off. It stands in a file of its own because it decides what is built before
 * the database is open.
 */
export function disabledPlugins(data: string): string[] {
  if (!existsSync(fileOf(data))) return [];
  const disabled = parse(readFileSync(fileOf(data), 'utf8'));
  if (disabled) return disabled;
  throw new Error(`${fileOf(data)} is damaged. Remove it; all plugins are then enabled.`);
}

function parse(text: string): string[] | undefined {
  try {
    const { disabled } = JSON.parse(text) as { disabled?: unknown };
    return Array.isArray(disabled) && disabled.every((id) => typeof id === 'string') ? disabled : undefined;
  } catch {
    return undefined;
  }
}

/** Takes effect at the next start. */
export function storeDisabledPlugins(data: string, disabled: readonly string[]): void {
  writeFileSync(`${fileOf(data)}.tmp`, JSON.stringify({ disabled }), { mode: 0o600 });
  renameSync(`${fileOf(data)}.tmp`, fileOf(data));
}
