import { LABEL_LIMITS } from '../../../features/labels/layout/paper.ts';

/** The size of a label in millimeters. */
export interface LabelSize {
  width: number;
  height: number;
}

/** Sizes of common labels on rolls, and of cards. */
export const LABEL_SIZES: LabelSize[] = [
  { width: 62, height: 29 },
  { width: 89, height: 36 },
  { width: 50, height: 25 },
  { width: 100, height: 50 },
  { width: 86, height: 54 },
  { width: 30, height: 30 },
];

export const sizeName = ({ width, height }: LabelSize): string => `${width} × ${height}`;

/**
 * Rounds a length in millimeters to tenths and limits it to what printers support. Anything other than a
 * number becomes the smallest length.
 */
export function clampSize(value: number): number {
  if (!Number.isFinite(value)) return LABEL_LIMITS.min;
  return Math.min(LABEL_LIMITS.max, Math.max(LABEL_LIMITS.min, Math.round(value * 10) / 10));
}
