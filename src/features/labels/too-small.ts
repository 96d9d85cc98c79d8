import { invalid } from '../../kit/errors.ts';
import type { Layout } from './formats.ts';
import type { Label } from './label.ts';
import { describeTooSmall } from './layout/label-rows.ts';
import { findSmallestSize } from './layout/smallest-size.ts';
import { createSizeCheck } from './zpl.ts';

/**
 * Throws 400 when the number or the code of a label does not fit on the size of `layout`. The error names a
 * size on which all labels fit, if there is one.
 */
export function refuseTooSmall(labels: readonly Label[], layout: Layout): void {
  const failing = labels.filter((label) => !createSizeCheck(label, layout)(layout));
  const [first, ...others] = failing;
  if (!first) return;
  const smallest = findSmallestSize(failing.map((label) => createSizeCheck(label, layout)));
  const isTooNarrow = smallest === undefined || smallest.width > layout.width;
  throw invalid(isTooNarrow ? 'width' : 'height', describeTooSmall([first, ...others], layout, smallest));
}
