import type { CodeFormat } from '../../parts/code-image.tsx';
import type { LabelSize } from './label-size.ts';
import { SHEETS, type SheetLayout } from './sheet-layout.ts';

/** How labels look and what they are printed on; this browser remembers it. */
export interface LabelLook {
  style: 'card' | 'plain';
  format: CodeFormat;
  /** A roll, or a label each on a page of its own; or a sheet with many. */
  medium: 'roll' | 'sheet';
  size: LabelSize;
  sheet: SheetLayout;
}

export const DEFAULT_LOOK: LabelLook = {
  style: 'card',
  format: 'qr',
  medium: 'roll',
  size: { width: 62, height: 29 },
  sheet: SHEETS[0]!,
};
