import type { Reader } from '../data/reader.ts';

/** What a printed label says about one thing. */
export interface LabelText {
  title: string;
  lines: string[];
  /** What the code holds. */
  value: string;
  /** The page of the thing in the UI, for example `/assets/7`. */
  path: string;
}

/** Labels of one type: undefined when there is no such thing. */
export type LabelSource = (reader: Reader, id: number) => LabelText | undefined;
