import { getTableName } from 'drizzle-orm';
import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';

/** The maximum number of types; the features declare far fewer. */
export const MAX_ENTITY_TYPES = 1000;

/** A type of records in the audit log. */
export const auditEntityType = z
  .object({
    entitytype: z.string(),
    title: z.string(),
    register: z.string().nullable().meta({ description: 'The register of the records, if there is one.' }),
  })
  .meta({ id: 'AuditEntityType' });
export type AuditEntityType = z.output<typeof auditEntityType>;

/**
 * Returns the types of records that audit rows are about, by title: those of the registers, and those that
 * features declare. Registers with the same type are one.
 */
export function listAuditEntityTypes({ registers, contributions }: Host): AuditEntityType[] {
  const types = new Map<string, AuditEntityType>();
  for (const { audit, one, name, unlisted } of registers.all()) {
    if (unlisted) continue;
    const entitytype = audit.split('.')[1]!;
    const other = types.get(entitytype);
    types.set(
      entitytype,
      other
        ? { entitytype, title: `${other.title}, ${toSentenceForm(one)}`, register: null }
        : { entitytype, title: one, register: name },
    );
  }
  for (const [entitytype, { id }] of contributions.auditEntities) {
    const title = contributions.rowTitles.get(getTableName(id.table))?.one;
    if (title && !types.has(entitytype)) types.set(entitytype, { entitytype, title, register: null });
  }
  return [...types.values()].sort((a, b) => a.title.localeCompare(b.title));
}
