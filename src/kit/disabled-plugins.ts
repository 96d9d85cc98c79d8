import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toUserError } from './data/disk-errors.ts';
import { readText, replaceText } from './on-disk.ts';

const fileOf = (data: string) => join(data, 'plugins.json');

/**
 * Returns the plugins that the site has disabled; none without a file. Throws an Error for a damaged file.
 * They are in a separate file, because they determine what is built before the database is open.
 */
export function readDisabledPlugins(data: string): string[] {
  if (!existsSync(fileOf(data))) return [];
  const disabled = parse(readText(fileOf(data)));
  if (disabled) return disabled;
  throw new Error(`${fileOf(data)} is damaged. Delete it to enable all plugins.`);
}

function parse(text: string): string[] | undefined {
  try {
    const { disabled } = JSON.parse(text) as { disabled?: unknown };
    return Array.isArray(disabled) && disabled.every((id) => typeof id === 'string') ? disabled : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the disabled plugins for the next start. Throws 507 when the disk is full; then nothing has changed.
 */
export function storeDisabledPlugins(data: string, disabled: readonly string[]): void {
  try {
    replaceText(fileOf(data), JSON.stringify({ disabled }));
  } catch (cause) {
    throw toUserError(cause);
  }
}
