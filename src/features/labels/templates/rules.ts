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

/**
 * Throws 400 when the labels of a sheet exceed the paper, or the labels of a roll exceed what printers print.
 * A new default replaces the previous one of its asset type.
 */
export function checkTemplate(tx: Tx, input: Input, before: Row | undefined): void {
  const template = Object.fromEntries(
    // Null sets the default.
    Object.entries({ ...DEFAULTS, ...before }).map(([name, value]) => [
      name,
      input[name] === undefined ? value : (input[name] ?? DEFAULTS[name as keyof typeof DEFAULTS]),
    ]),
  ) as Template;
  if (template.medium === 'roll') checkRoll(template);
  else checkSheet(template);
  if (input.isdefault || input.assettypeid !== undefined)
    clearOtherDefaults(tx, { ...before, ...input } as Partial<typeof labeltemplates.$inferSelect>);
}

/**
 * Clears the previous default before the new one is stored. An undo runs backwards, so that no two defaults
 * meet in it either.
 */
function clearOtherDefaults(tx: Tx, template: Partial<typeof labeltemplates.$inferSelect>): void {
  if (!template.isdefault) return;
  const { labeltemplateid = 0, assettypeid = null } = template;
  for (const other of otherDefaults.all(tx, { labeltemplateid, assettypeid }))
    tx.update(labeltemplates, other.labeltemplateid, { isdefault: 0 });
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

/** An undo does not restore a default while its asset type has another one. */
export const oneDefaultInvariant = invariant(
  'an asset type has at most one default label template',
  [labeltemplates],
  (tx, changes) => {
    if (!tx.isReversal) return;
    for (const { id } of changes) {
      const template = tx.row(labeltemplates, id);
      if (template?.isdefault === 1 && otherDefaults.get(tx, template))
        tx.update(labeltemplates, id, { isdefault: 0 });
    }
  },
);
