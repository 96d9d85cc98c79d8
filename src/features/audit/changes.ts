import { type JournalEntry, parseJournal } from '../../kit/data/journal.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Paging, pageOf } from '../../kit/http/paging.ts';
import {
  type ChangedRecord,
  createChangedNames,
  type FindChangedName,
  findNamingRecord,
  findRowTitle,
  listChangedFields,
} from './changed-fields.ts';
import { readRecordNames } from './entity-names.ts';
import { auditRow, journalEntriesOf } from './queries.ts';
import { readStoredChanges } from './stored-changes.ts';

const ACTIONS = { insert: 'created', update: 'updated', delete: 'deleted' } as const;

/** The maximum number of records of a change that are listed. */
const MAX_CHANGES = 1000;

/**
 * Returns a page of the records that a change created, changed or deleted, in the order of the change; at most
 * `MAX_CHANGES` of them. Without stored undo data, it uses the values in the audit row itself. Throws 404 for
 * an unknown audit row.
 */
export function listChanges(host: Host, auditlogid: number, paging: Paging) {
  return host.db.read((reader) => {
    const row = auditRow.get(reader, { auditlogid });
    if (!row) throw notFound('Audit row');
    const entries = readFirstEntries(host, reader, auditlogid);
    if (entries.length === 0) {
      const stored = readStoredChanges(host, reader, row);
      return pageOf(stored.slice(paging.offset, paging.offset + paging.perpage), stored.length, paging);
    }
    const page = entries.slice(paging.offset, paging.offset + paging.perpage);
    const nameOf = readRecordNames(host, reader, page);
    const findName = createChangedNames(host, entries);
    const rows = page.map((entry) => toChangedRecord(host, reader, entry, { ...nameOf(entry), findName }));
    return pageOf(rows, entries.length, paging);
  });
}

/** Returns the first entries of a change with a title, because an import can have 100,000. */
function readFirstEntries(host: Host, reader: Reader, auditlogid: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const part of journalEntriesOf.iterate(reader, { auditlogid })) {
    for (const entry of parseJournal(part.entries))
      if (findRowTitle(host, entry.table) !== undefined) entries.push(entry);
    if (entries.length >= MAX_CHANGES) break;
  }
  return entries.slice(0, MAX_CHANGES);
}

function toChangedRecord(
  host: Host,
  reader: Reader,
  entry: JournalEntry,
  { name, href, findName }: { name: string | null; href: string | null; findName: FindChangedName },
): ChangedRecord {
  const { table, op, before, after } = entry;
  const register = host.registers.findByTable(table);
  const label = register && ((after ?? before)?.[register.label] ?? before?.[register.label]);
  return {
    action: ACTIONS[op],
    title: findRowTitle(host, table)!,
    name: name ?? (typeof label === 'string' ? label : findNamingRecord(host, reader, entry, findName)),
    href,
    fields: listChangedFields(host, reader, entry, findName),
  };
}
