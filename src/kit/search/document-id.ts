/** One more than the highest id of a record. */
const RECORDS = 2 ** 40;

/** The number of a document: the active records of a kind lie together, behind its inactive ones. */
export const documentId = (entityid: number, kind: number, isactive: boolean): number =>
  (kind * 2 + (isactive ? 1 : 0)) * RECORDS + entityid;

/** The first and the last number that a document of this kind can have. */
export const documentRangeOf = (kind: number, isactive: boolean): { first: number; last: number } => ({
  first: documentId(0, kind, isactive),
  last: documentId(RECORDS - 1, kind, isactive),
});

/** SQL over a document's number. */
export const entityExpressionOf = (docid: string): string => `${docid} & ${RECORDS - 1}`;
export const kindExpressionOf = (docid: string): string => `${docid} >> 41`;
export const activityExpressionOf = (docid: string): string => `${docid} >> 40 & 1`;

/** The kind's number in a document's, which is longer than the numbers that JavaScript shifts. */
export const kindNumberOf = (docid: number): number => Math.floor(docid / (2 * RECORDS));
