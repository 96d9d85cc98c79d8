/** How far a stocktake is. */
export const STOCKTAKE_STATES = { open: 'Open', done: 'Done', cancelled: 'Cancelled' } as const;
export type StocktakeState = keyof typeof STOCKTAKE_STATES;

/** What an asset of the list, or a code, came to. */
export const ITEM_STATES = {
  expected: 'Not seen yet',
  found: 'Found',
  missing: 'Missing',
  unexpected: 'Unexpected',
  unknown: 'Unknown code',
} as const;
export type ItemState = keyof typeof ITEM_STATES;
/** What follows from the scans alone. */
export type SeenState = Exclude<ItemState, 'missing'>;

/** What the end of a stocktake made of it. */
export const FINISH_RESULTS = {
  missing: 'Missing',
  marked: 'Missing, status set',
  moved: 'Moved here',
} as const;
export type FinishResult = keyof typeof FINISH_RESULTS;

/** What came of one scan. */
export const SCAN_OUTCOMES = ['found', 'unexpected', 'already', 'unknown', 'ambiguous', 'refused'] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

/** Characters of a code: what labels hold is far shorter. */
export const MAX_CODE_LENGTH = 512;
export const MAX_SCANS = 500;
