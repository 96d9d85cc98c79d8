import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { csvResponse } from '../../kit/http/csv.ts';
import { allFieldsOf } from '../../kit/resource/registers.ts';
import { findIgnoredReason } from './added-columns.ts';
import { resolveKeyField } from './record-finder.ts';
import type { ImportTarget } from './target.ts';

/**
 * Returns the headers of all columns that an import into the target reads, first the one that identifies a
 * record. References are columns with names.
 */
export function listTemplateHeaders(
  { registers }: Host,
  actor: Actor,
  { register, fixed, added }: ImportTarget,
): string[] {
  const fields = Object.entries(allFieldsOf(registers, register)).filter(
    ([name, field]) =>
      field.writable !== 'never' && field.kind !== 'json' && !field.elsewhere && !(name in fixed),
  );
  const key = resolveKeyField(registers, register);
  fields.sort(([a], [b]) => Number(b === key) - Number(a === key));
  const own = fields.map(([name, field]) => (field.ref ? registers.displayKey(name, field) : name));
  return [...own, ...added.filter((one) => !findIgnoredReason(actor, one)).map(({ name }) => name)];
}

/** Returns a CSV file that contains only the headers of a target. */
export function createTemplateCsv(
  host: Host,
  actor: Actor,
  target: ImportTarget,
  bom: boolean | undefined,
): Response {
  const columns = listTemplateHeaders(host, actor, target).map((title) => ({ key: title, title }));
  return csvResponse({ filename: `${target.name}-template.csv`, columns, bom }, () => ({
    rows: [][Symbol.iterator](),
    close: () => undefined,
  }));
}
