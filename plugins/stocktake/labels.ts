/** The states of a stocktake. */
export const STOCKTAKE_STATES = { open: 'Open', done: 'Done', cancelled: 'Canceled' } as const;
export type StocktakeState = keyof typeof STOCKTAKE_STATES;

/** The states of an asset on the list, or of a code. */
export const ITEM_STATES = {
  expected: 'Not seen yet',
  found: 'Found',
  missing: 'Missing',
  unexpected: 'Unexpected',
  unknown: 'Unknown code',
} as const;
export type ItemState = keyof typeof ITEM_STATES;
/** The states that follow from the scans alone. */
export type SeenState = Exclude<ItemState, 'missing'>;

/** The changes that the end of a stocktake made to an item. */
export const FINISH_RESULTS = {
  missing: 'Missing',
  marked: 'Missing, status set',
  moved: 'Moved here',
} as const;
export type FinishResult = keyof typeof FINISH_RESULTS;

/** The outcomes of one scan. */
export const SCAN_OUTCOMES = ['found', 'unexpected', 'already', 'unknown', 'ambiguous', 'refused'] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

/** Maximum number of characters of a code. Codes on labels are far shorter. */
export const MAX_CODE_LENGTH = 512;
/** Maximum scans in one request. */
export const MAX_SCANS = 500;
