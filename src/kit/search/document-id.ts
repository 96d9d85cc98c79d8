/** The highest ID of a record, plus one. */
const RECORDS = 2 ** 40;

/** Returns the number of a document. The active records of a kind form one range, after its inactive ones. */
export const documentId = (entityid: number, kind: number, isactive: boolean): number =>
  (kind * 2 + (isactive ? 1 : 0)) * RECORDS + entityid;

/** Returns the range of the numbers of all active documents of a kind, or of all inactive ones. */
export const documentRangeOf = (kind: number, isactive: boolean): { first: number; last: number } => ({
  first: documentId(0, kind, isactive),
  last: documentId(RECORDS - 1, kind, isactive),
});

/**
 * Returns the word that all active documents of a kind contain, or all inactive ones. A query for documents
 * without other words starts from it.
 */
export const groupWordOf = (kind: number, isactive: boolean): string =>
  `=${(kind * 2 + (isactive ? 1 : 0)).toString(36)}`;

/**
 * Returns a word by which lists find documents: the name of a list of some records of a kind, or the ID of a
 * referenced record after the tag of the field. No user can type such a word.
 */
export const filterWordOf = (value: string, tag = ''): string => `=${tag}${value}`;

/** Returns SQL for the record ID in a document number. */
export const entityExpressionOf = (docid: string): string => `${docid} & ${RECORDS - 1}`;
/** Returns SQL for the number of the kind in a document number. */
export const kindExpressionOf = (docid: string): string => `${docid} >> 41`;
/** Returns SQL for the active state in a document number: 1 for an active record, else 0. */
export const activityExpressionOf = (docid: string): string => `${docid} >> 40 & 1`;
