import type { LabelSource } from '../../src/kit/contributions.ts';
import { itemLabel } from './queries.ts';

/**
 * The label of a printed part. Kiosks scan its value: the gage-lab tag, or else the item code, then `|` and
 * the latest revision if there is one.
 */
export const partLabel: LabelSource = (reader, itemid) => {
  const row = itemLabel.get(reader, { itemid });
  if (!row) return undefined;
  const { itemcode, gagelabtag, name, revision } = row;
  const lines = [
    name ? itemcode : null,
    gagelabtag ? `Tag ${gagelabtag}` : null,
    revision === null ? null : `Rev ${revision}`,
  ];
  const value = [gagelabtag ?? itemcode, ...(revision === null ? [] : [revision])].join('|');
  return {
    title: name ?? itemcode,
    lines: lines.filter((line): line is string => line !== null),
    number: itemcode,
    value,
    path: `/printedparts/items/${itemid}`,
  };
};
