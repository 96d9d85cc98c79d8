import type { z } from 'zod';
import type { finishAnswer, scanAnswer } from '../schemas.ts';

export type { SeenAnswer } from '../schemas.ts';

import type { ItemState, StocktakeState } from '../labels.ts';

export type ScanAnswer = z.output<typeof scanAnswer>;
export type FinishAnswer = z.output<typeof finishAnswer>;

export interface Stocktake {
  stocktakeid: number;
  title: string;
  locationid: number;
  location: string;
  note: string | null;
  state: StocktakeState;
  startedby?: string;
  createddate: string;
  finisheddate: string | null;
  expected: number;
  found: number;
  missing: number;
  unexpected: number;
  unknown: number;
}

export interface StocktakeItem {
  stocktakeitemid: number;
  assetid: number | null;
  assetnumber: string | null;
  name: string | null;
  assettype: string | null;
  code: string | null;
  location: string | null;
  state: ItemState;
}

/** Returns a number with its noun, such as `1 scan` or `12 scans`. */
export const formatCount = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
