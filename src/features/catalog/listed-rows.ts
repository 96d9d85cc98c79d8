import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { HistoryFormatter, HistoryRows } from '../../kit/history-rule.ts';
import { relationshipLabel } from './relationship-label.ts';
import { assetNames, relationshipTypeNames } from './relationship-queries.ts';
import { CATALOG_ROW_TITLES } from './row-titles.ts';

const { commtype } = CATALOG_ROW_TITLES.communications!.fields;

/** The addresses of an asset at an earlier time. */
export const listedAddresses: HistoryRows = {
  title: 'Addresses',
  describe: (_reader, row) => ({
    name: commtype!.options![row.commtype as string] ?? String(row.commtype),
    value: joinTexts([row.address, row.isprimary === 1 && 'primary', row.notes]),
    label: String(row.address),
  }),
};

/** The connections of an asset at an earlier time, as seen from it. */
export const listedConnections: HistoryRows = {
  title: 'Connections',
  describe(reader, row, assetid) {
    const isSource = row.sourceassetid === assetid;
    const peerid = (isSource ? row.targetassetid : row.sourceassetid) as number;
    const peer = findAssetName(reader, peerid) ?? 'Deleted asset';
    return {
      name: labelOf(reader, row, isSource ? 'out' : 'in'),
      value: joinTexts([peer, row.notes]),
      label: peer,
    };
  },
};

/**
 * Formats a connection for the histories of both of its assets, such as `PC-12: Controls M-100`; for a changed
 * one the changed columns, because a merge moves thousands of them.
 */
export const formatConnectionHistory: HistoryFormatter = (tx, { op, before, after }) => {
  if (op === 'update')
    return Object.keys(after!)
      .filter((field) => field !== 'modifieddate')
      .map((field) => ({ field, before: before![field], after: after![field] }));
  const toText = (row: Row | null) => row && describeConnection(tx, row);
  return [{ field: 'connection', before: toText(before), after: toText(after) }];
};

/** Returns the text of a connection with both ends, such as `PC-12: Controls M-100`. */
export function describeConnection(tx: Tx, row: Row): string {
  const [source, target] = [row.sourceassetid, row.targetassetid].map((id) => nameBefore(tx, id as number));
  return `${source}: ${labelOf(tx, row, 'out')} ${target}`;
}

/** Returns the name of an asset. A deleted asset has its number from the journal. */
function nameBefore(tx: Tx, assetid: number): string {
  const deleted = () =>
    tx.journal.findLast(({ table, id, op }) => table === 'assets' && id === assetid && op === 'delete');
  return findAssetName(tx, assetid) ?? String(deleted()?.before?.assetnumber ?? 'deleted asset');
}

function findAssetName(reader: Reader, assetid: number): string | undefined {
  const asset = assetNames.get(reader, { assetid });
  return asset && (asset.name ? `${asset.assetnumber} (${asset.name})` : asset.assetnumber);
}

function labelOf(reader: Reader, row: Row, direction: 'in' | 'out'): string {
  const type = relationshipTypeNames.get(reader, { relationshiptypeid: row.relationshiptypeid as number });
  if (!type) return 'Deleted connection type';
  const isdirectional = type.isdirectional === 1;
  return relationshipLabel({ relationshiptype: type.relationshiptype, direction, isdirectional });
}

const joinTexts = (texts: readonly unknown[]): string => texts.filter(Boolean).join(', ');
