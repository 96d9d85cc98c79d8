import type { CodeFormat } from '../../parts/code-image.tsx';
import type { LabelSize } from './label-size.ts';
import { SHEETS, type SheetLayout } from './sheet-layout.ts';

/** The appearance of labels and their medium. This browser stores it. */
export interface LabelLook {
  style: 'card' | 'plain';
  format: CodeFormat;
  /** A roll has one label per page; a sheet has many. */
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
