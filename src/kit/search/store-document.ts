import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { SearchDoc } from '../tables.ts';
import { documentId, groupWordOf } from './document-id.ts';
import { bodyOf, keysOf, type SearchDocument } from './document-words.ts';
import type { FieldTags } from './field-tags.ts';
import { newDocuments } from './new-documents.ts';
import {
  dropDocument,
  dropKeys,
  putKeys,
  searchDocumentOf,
  searchKeysOf,
  setTexts,
  setTitles,
} from './queries.ts';

/** The records of one kind, and how their documents are written. */
interface IndexedKind {
  source: { document(reader: Reader, id: number): SearchDocument | undefined };
  kind: number;
  tags: FieldTags;
}

/** Writes the document of a record, or deletes that of a deleted record. A new record has no document yet. */
export function updateDocument(
  tx: Tx,
  { source, kind, tags }: IndexedKind,
  id: number,
  isNew: boolean,
): void {
  const document = source.document(tx, id);
  const stored = isNew ? undefined : storedDocument(tx, kind, id);
  const docid = document && documentId(id, kind, document.isactive);
  // An inactive record has another document number than an active one.
  if (stored && stored.docid !== docid) dropDocument.run(tx, { docid: stored.docid });
  if (!document || docid === undefined) return;
  const row = { docid, title: document.title, subtitle: document.subtitle };
  const texts = bodyOf(document, tags, groupWordOf(kind, document.isactive));
  if (stored?.docid === docid) updateRows(tx, stored, { ...row, ...texts }, document);
  else tx.deferWrite(newDocuments, { ...row, ...texts, keys: keysOf(document) });
}

const storedDocument = (tx: Tx, kind: number, id: number): SearchDoc | undefined =>
  searchDocumentOf.get(tx, {
    active: documentId(id, kind, true),
    inactive: documentId(id, kind, false),
  });

function updateRows(tx: Tx, stored: SearchDoc, row: SearchDoc, document: SearchDocument): void {
  const { docid, title, subtitle, body, personal } = row;
  if (stored.title !== title || stored.subtitle !== subtitle) setTitles.run(tx, { docid, title, subtitle });
  if (stored.body === body && stored.personal === personal) return;
  setTexts.run(tx, { docid, body, personal });
  // A switch has thousands of keys, of which a report changes a few.
  const gone = new Set(searchKeysOf.all(tx, { docid }).map(({ key }) => key));
  const come = [...keysOf(document)].filter((key) => !gone.delete(key));
  if (come.length > 0) putKeys.run(tx, { docid, keys: JSON.stringify(come) });
  if (gone.size > 0) dropKeys.run(tx, { docid, keys: JSON.stringify([...gone]) });
}
