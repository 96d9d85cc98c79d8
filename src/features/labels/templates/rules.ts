import { invariant } from '../../../kit/data/invariant.ts';
import type { Row } from '../../../kit/data/reader.ts';
import type { Tx } from '../../../kit/data/tx.ts';
import { invalid } from '../../../kit/errors.ts';
import type { Input } from '../../../kit/resource/register.ts';
import { findExcess, LABEL_LIMITS, type LabelGrid } from '../layout/paper.ts';
import { otherDefaults } from './queries.ts';
import { labeltemplates } from './tables.ts';

type Template = Omit<typeof labeltemplates.$inferSelect, 'labeltemplateid' | 'templatename'>;

const DEFAULTS = {
  medium: 'roll',
  width: 62,
  height: 29,
  paper: 'A4',
  columncount: 1,
  rowcount: 1,
  marginleft: 0,
  margintop: 0,
  columngap: 0,
  rowgap: 0,
} as const;

/** Throws 400 when the labels of a sheet exceed the paper, or the labels of a roll exceed what printers print. */
export function checkTemplate(_tx: Tx, input: Input, before: Row | undefined): void {
  const template = Object.fromEntries(
    // Null sets the default.
    Object.entries({ ...DEFAULTS, ...before }).map(([name, value]) => [
      name,
      input[name] === undefined ? value : (input[name] ?? DEFAULTS[name as keyof typeof DEFAULTS]),
    ]),
  ) as Template;
  if (template.medium === 'roll') checkRoll(template);
  else checkSheet(template);
}

function checkRoll({ height }: Template): void {
  const { min, max } = LABEL_LIMITS;
  if (height < min || height > max)
    throw invalid('height', `Labels on a roll are ${min} to ${max} mm high. Enter a height in this range.`);
}

function checkSheet(template: Template): void {
  const excess = findExcess(gridOf(template));
  if (excess === 'width')
    throw invalid('columncount', 'The columns are wider than the paper. Reduce columns, width or margin.');
  if (excess === 'height')
    throw invalid('rowcount', 'The rows are higher than the paper. Reduce rows, height or margin.');
}

const gridOf = (template: Template): LabelGrid => ({
  paper: template.paper,
  columns: template.columncount,
  rows: template.rowcount,
  width: template.width,
  height: template.height,
  left: template.marginleft,
  top: template.margintop,
  gapx: template.columngap,
  gapy: template.rowgap,
});

/**
 * Replaces the previous default of an asset type by the changed template. An undo does not replace a default
 * that was chosen meanwhile.
 */
export const oneDefaultInvariant = invariant(
  'an asset type has at most one default label template',
  [labeltemplates],
  (tx, changes) => {
    for (const { id } of changes) {
      const template = tx.row(labeltemplates, id);
      if (template?.isdefault !== 1) continue;
      const others = otherDefaults.all(tx, template).map(({ labeltemplateid }) => labeltemplateid);
      if (others.length === 0) continue;
      for (const loser of tx.isReversal ? [id] : others) tx.update(labeltemplates, loser, { isdefault: 0 });
    }
  },
);
