import type { JournalEntry } from '../data/journal.ts';
import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { Access } from '../http/access.ts';
import type { PluginErrors } from '../plugin-errors.ts';
import type { SearchDocument, SearchField } from './document-words.ts';
import { emptyIndex } from './empty-index.ts';
import { FieldTags, type ReadKeys, type SearchKey, WITHIN_KEY } from './field-tags.ts';
import { listOutdated, type NameReference } from './outdated.ts';
import * as made from './queries.ts';
import { updateDocument } from './store-document.ts';
import { groupByKeyName, type ValueKey } from './value-key.ts';
import type { ReadValues } from './value-terms.ts';

/** The search of the records of one kind. */
export interface SearchSource {
  kind: string;
  /** The access to its results: a permission, or the access of a route. */
  access: Access;
  /** Tables whose changes affect a record, with the column of its ID (`''` for the record's own table). */
  tables: Readonly<Record<string, string>>;
  document(reader: Reader, id: number): SearchDocument | undefined;
  /** Returns the path of the page in the UI. */
  url(id: number): string;
  /** Returns records that a change of another row affects, when no column of that row refers to them. */
  touches?(tx: Tx, entry: JournalEntry): number[];
  /** The tables whose names are among the texts of a record. */
  references?: readonly NameReference[];
  /** Returns the fields to which a search can be restricted. */
  keys?(reader: Reader): readonly SearchKey[];
  /** Returns the dates and numbers with which a search can compare values. */
  values?(reader: Reader): readonly ValueKey[];
  /** The source serves the `search` of one list only, not the global search. */
  listonly?: boolean;
  /**
   * Describes the indexed texts, in any form. Another version rebuilds the index, so that existing records
   * are found by new texts too.
   */
  version?: string;
}

/**
 * A contribution of another feature to the documents of a kind: a computer its host name, a printer its
 * queue. A part that throws adds nothing, and the plugins page lists its error.
 */
export interface SearchPart {
  tables: Readonly<Record<string, string>>;
  /** Returns further fields of a record. */
  fields(reader: Reader, id: number): SearchField[];
  /** Returns further affected records, as in a source. */
  touches?(tx: Tx, entry: JournalEntry): number[];
  references?: readonly NameReference[];
  keys?(reader: Reader): readonly SearchKey[];
  values?(reader: Reader): readonly ValueKey[];
  version?: string;
}

/** The format of a document. Another format rebuilds the index. */
const FORM = 'tagged words, phrases and references';

/** Updates `searchdocs` in the transaction of each change. */
export class SearchSources {
  private readonly sources: SearchSource[] = [];
  /** The numbers of the kinds in document numbers; read by the first `refresh`. */
  private readonly kinds = new Map<string, number>();
  /** The tags of the fields; assigned by the first `refresh`. */
  readonly tags = new FieldTags();

  /** True when a part has failed and the index does not record yet that its texts are missing. */
  private isIncomplete = false;

  constructor(private readonly faults: PluginErrors) {}

  add(source: SearchSource): void {
    this.sources.push(source);
  }

  /** Returns the number of a kind in document numbers. */
  kindOf(kind: string): number {
    const kindNumber = this.kinds.get(kind);
    if (kindNumber === undefined) throw new Error(`There is no search source ${kind}.`);
    return kindNumber;
  }

  /** Adds the part of a feature to the documents of an existing kind. A part that throws adds nothing. */
  addPart(plugin: string, kind: string, part: SearchPart): void {
    const at = this.sources.findIndex((source) => source.kind === kind);
    const source = this.sources[at];
    const isolate = <T>(work: () => T | undefined): T | undefined => {
      try {
        return work();
      } catch (cause) {
        this.faults.record(plugin, `the search for ${kind}`, cause);
        this.isIncomplete = true;
        return undefined;
      }
    };
    if (!source) throw new Error(`There is no search source ${kind}.`);
    this.sources[at] = {
      ...source,
      version: [source.version, plugin, part.version].join(' '),
      tables: { ...source.tables, ...part.tables },
      references: [...(source.references ?? []), ...(part.references ?? [])],
      keys: (reader) => [...(source.keys?.(reader) ?? []), ...(isolate(() => part.keys?.(reader)) ?? [])],
      values: (reader) => [
        ...(source.values?.(reader) ?? []),
        ...(isolate(() => part.values?.(reader)) ?? []),
      ],
      document(reader, id) {
        const document = source.document(reader, id);
        if (!document) return undefined;
        const further = isolate(() => part.fields(reader, id)) ?? [];
        return { ...document, fields: [...document.fields, ...further] };
      },
      touches: (tx, entry) => [
        ...(source.touches?.(tx, entry) ?? []),
        ...(isolate(() => part.touches?.(tx, entry)) ?? []),
      ],
    };
  }

  /** Adds dates and numbers to an existing kind. The index does not contain them, so it is not rebuilt. */
  addValues(kind: string, values: readonly ValueKey[]): void {
    const at = this.sources.findIndex((source) => source.kind === kind);
    const source = this.sources[at];
    if (source)
      this.sources[at] = {
        ...source,
        values: (reader) => [...(source.values?.(reader) ?? []), ...values],
      };
  }

  all(): readonly SearchSource[] {
    return this.sources;
  }

  get(kind: string): SearchSource | undefined {
    return this.sources.find((source) => source.kind === kind);
  }

  /** Returns the source of the kind with this number. */
  sourceOf(kind: number): SearchSource {
    const source = this.findByNumber(kind);
    if (!source) throw new Error(`There is no search source with the number ${kind}.`);
    return source;
  }

  private findByNumber(kind: number): SearchSource | undefined {
    return this.sources.find((source) => this.kinds.get(source.kind) === kind);
  }

  /** Returns how to read the keys by which the records of these kinds can be searched. */
  keysOf(kinds: readonly number[]): ReadKeys {
    return (reader) => this.tags.byName(this.listKeys(reader, kinds));
  }

  /** Returns the keys by which the records of these kinds can be searched. A key may occur several times. */
  listKeys(reader: Reader, kinds: readonly number[]): SearchKey[] {
    return [WITHIN_KEY, ...kinds.flatMap((kind) => this.sourceOf(kind).keys?.(reader) ?? [])];
  }

  /** Returns the dates and numbers with which a search of these kinds can compare values. */
  listValueKeys(reader: Reader, kinds: readonly number[]): ValueKey[] {
    return kinds.flatMap((kind) => this.sourceOf(kind).values?.(reader) ?? []);
  }

  /** Returns how to read the dates and numbers with which a search of these kinds can compare values. */
  valuesOf(kinds: readonly number[]): ReadValues {
    return (reader, isImpersonal) => {
      const keys = this.listValueKeys(reader, kinds);
      return groupByKeyName(keys.filter(({ isPersonal }) => !(isImpersonal && isPersonal)));
    };
  }

  /** Updates the documents of all records that the transaction affects. It is a before-commit hook. */
  readonly index = (tx: Tx): void => {
    if (tx.journal.length === 0 && !tx.idleRecords) return;
    for (const source of this.sources) {
      const kind = this.kindOf(source.kind);
      const all = listTouchedIds(tx, source);
      for (const id of listOutdated(tx, kind, source.references ?? [])) if (!all.has(id)) all.set(id, false);
      const touched = tx.idleRecords?.of(source.kind, all, !tx.isUnfinished) ?? all;
      for (const [id, isnew] of touched) updateDocument(tx, { source, kind, tags: this.tags }, id, isnew);
    }
    this.noteIncomplete(tx);
  };

  /**
   * Rebuilds the index if another set of features built it: a disabled feature has missed changes, and a new
   * one has contributed nothing. Otherwise reads no records. Reports whether it rebuilt the index.
   */
  refresh(tx: Tx, features: readonly string[], onRebuild: (records: number) => void): boolean {
    this.numberKinds(tx);
    const fields = this.assignTags(tx);
    const indexed = this.sources.map(({ kind, version = '' }) => `${kind}(${version})`);
    const fingerprint = [FORM, ...features, ...indexed, ...fields].sort().join(' ');
    if (made.indexFingerprint.get(tx)?.fingerprint === fingerprint) return false;
    onRebuild(this.sources.reduce((sum, source) => sum + rowsOf(tx, ownTable(source)), 0));
    emptyIndex(tx);
    made.dropAllOutdated.run(tx);
    for (const source of this.sources) {
      const own = ownTable(source);
      const { id } = tx.schema.table(own);
      const kind = this.kindOf(source.kind);
      for (const row of tx.all<{ id: number }>(`SELECT ${id} AS id FROM ${own}`))
        updateDocument(tx, { source, kind, tags: this.tags }, row.id, true);
    }
    made.setIndexFingerprint.run(tx, { fingerprint });
    this.noteIncomplete(tx);
    return true;
  }

  /** Updates the next outdated documents, at most `limit`. Returns how many they were. */
  updateOutdated(tx: Tx, limit: number): number {
    const outdated = made.nextOutdated.all(tx, { limit });
    for (const { kind, entityid } of outdated) {
      const source = this.findByNumber(kind);
      // The records of a disabled plugin are indexed again when it is enabled.
      if (source) updateDocument(tx, { source, kind, tags: this.tags }, entityid, false);
      made.dropOutdated.run(tx, { kind, entityid });
    }
    this.noteIncomplete(tx);
    return outdated.length;
  }

  /** Marks the index for a rebuild at the next start, because a failed part left texts out. */
  private noteIncomplete(tx: Tx): void {
    if (this.isIncomplete) made.setIndexFingerprint.run(tx, { fingerprint: '' });
    this.isIncomplete = false;
  }

  /** Assigns the tags of all fields that are not custom, and returns these fields. */
  private assignTags(tx: Tx): string[] {
    const keys = this.sources.flatMap((source) => source.keys?.(tx) ?? []);
    const declared = [WITHIN_KEY, ...keys].filter(({ customfieldid }) => customfieldid === undefined);
    const fields = [...new Set(declared.map(({ field }) => field))];
    this.tags.assign(tx, fields);
    return fields;
  }

  /** Assigns numbers to new kinds. A kind has the same number for the life of the database. */
  private numberKinds(tx: Tx): void {
    for (const { kind } of this.sources) made.putKind.run(tx, { kind });
    for (const { kind, searchkindid } of made.searchKinds.all(tx)) this.kinds.set(kind, searchkindid);
  }
}

const rowsOf = (tx: Tx, table: string): number => tx.value<number>(`SELECT count(*) FROM ${table}`) ?? 0;

const ownTable = (source: SearchSource): string =>
  Object.entries(source.tables).find(([, column]) => column === '')![0];

/** Returns the records of a source that the transaction affects, and for each whether it was created. */
function listTouchedIds(tx: Tx, source: SearchSource): Map<number, boolean> {
  const ids = new Map<number, boolean>();
  for (const entry of tx.journal) {
    for (const id of source.touches?.(tx, entry) ?? []) if (!ids.has(id)) ids.set(id, false);
    const column = source.tables[entry.table];
    if (column === undefined) continue;
    // An undo may restore a row whose document still exists. Batch operations update the document of a record
    // that many steps affect in a later step.
    const isNew = entry.op === 'insert' && !tx.isReversal;
    if (column === '') ids.set(entry.id, ids.get(entry.id) ?? isNew);
    else {
      for (const id of listNamedIds(tx, entry, column)) if (!ids.has(id)) ids.set(id, false);
    }
  }
  return ids;
}

/** Returns the records that a changed row belongs to. A row that moves changes the texts of both records. */
function listNamedIds(tx: Tx, { table, id, before, after }: JournalEntry, column: string): number[] {
  const named = [after?.[column], before?.[column]];
  const isMoved = named.some((value) => value !== undefined);
  return (isMoved ? named : [tx.row(table, id)?.[column]]).filter((value) => typeof value === 'number');
}
