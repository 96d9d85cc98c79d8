/** What the number of a search document says: `256 * entityid + 2 * kind + isactive`. */
export const documentId = (entityid: number, kind: number, isactive: boolean): number =>
  entityid * 256 + kind * 2 + (isactive ? 1 : 0);

/** SQL over a document's number. */
export const entityOf = (docid: string): string => `${docid} >> 8`;
export const kindOf = (docid: string): string => `(${docid} & 254) >> 1`;
export const activityOf = (docid: string): string => `${docid} & 1`;

/** The condition that a document is of this kind; of its active records only, or of all. */
export const isOfKind = (docid: string, kind: number, onlyActive: boolean): string =>
  onlyActive ? `${docid} & 255 = ${kind * 2 + 1}` : `${docid} & 254 = ${kind * 2}`;
