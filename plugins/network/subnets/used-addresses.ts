import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { createComputedColumns, readComputedPage } from '../../../src/kit/list/computed-list.ts';
import { usedCount, usedRows } from './queries.ts';
import { addressKeyOf, formatAddress, numberOfKey } from './ranges.ts';

/** Maximum number of used addresses in one response. `usedpage` selects further ones. */
export const MAX_USED = 1000;
/** The limit that SQLite reads as none. */
const ALL = -1;

export const usedAddress = z.object({
  address: z.string(),
  assetid: z.int().nullable(),
  assetnumber: z.string().nullable(),
  name: z.string().nullable(),
  assettype: z.string().nullable(),
  icon: z.string().nullable(),
  isactive: z.boolean().nullable(),
  isprimary: z.boolean(),
  isgateway: z.boolean(),
  isconflict: z.boolean().meta({ description: 'Another active asset has the same address.' }),
});
export type UsedAddress = z.output<typeof usedAddress>;

export const usedColumns = createComputedColumns({
  hasSearch: true,
  sort: 'address',
  columns: {
    address: { kind: 'text', isOrdered: true },
    assetid: { kind: 'ref' },
    assetnumber: { kind: 'text' },
    name: { kind: 'text' },
    assettype: { kind: 'text' },
    icon: { kind: 'text' },
    isactive: { kind: 'boolean' },
    isprimary: { kind: 'boolean' },
    isgateway: { kind: 'boolean' },
    isconflict: { kind: 'boolean' },
  },
});

/** A subnet whose used addresses are listed. */
export interface UsedRange {
  subnetid: number;
  first: string;
  last: string;
  family: 4 | 6;
  /** The key of the gateway; undefined without one. */
  gateway: string | undefined;
  /** True when no asset has the address of the gateway. */
  isGatewayFree: boolean;
}

interface UsedOptions {
  query: UsedQuery;
  actor: Actor;
}
export type UsedQuery = { page?: number; per_page?: number; usedpage?: number } & Record<string, unknown>;

/** The parameters with which only the addresses of the page are read. */
const PLAIN_PARAMETERS: ReadonlySet<string> = new Set(['page', 'per_page', 'usedpage']);

/** Returns a page of the used addresses of a subnet that a query selects, and their total number. */
export function listUsedAddresses(
  reader: Reader,
  range: UsedRange,
  { query, actor }: UsedOptions,
): { used: UsedAddress[]; usedtotal: number } {
  const page = Math.max(1, query.usedpage ?? 1);
  const offset = (page - 1) * MAX_USED;
  if (Object.keys(query).every((name) => PLAIN_PARAMETERS.has(name))) {
    const rows = usedRows.all(reader, { ...range, most: MAX_USED, offset });
    const usedtotal = usedCount.get(reader, range)!.n + Number(range.isGatewayFree);
    return { used: describeAddresses(rows, range, page === 1), usedtotal };
  }
  // SQL knows neither the gateway nor the conflicts, so all addresses are evaluated.
  const all = describeAddresses(usedRows.all(reader, { ...range, most: ALL, offset: 0 }), range, true);
  const paging = { page, perpage: MAX_USED, offset };
  const found = readComputedPage(reader, usedColumns, all, { query, actor, paging });
  return { used: found.rows, usedtotal: found.pagination.total };
}

type Row = ReturnType<typeof usedRows.all>[number];

/**
 * Returns the used addresses with their assets. The first page includes the gateway even without an asset, so
 * that it is not assigned.
 */
function describeAddresses(
  rows: Row[],
  { family, gateway, isGatewayFree }: UsedRange,
  isFirst: boolean,
): UsedAddress[] {
  const holders = new Map<string, Set<number>>();
  for (const { addresskey, assetid, isactive } of rows)
    if (isactive === 1) holders.set(addresskey, (holders.get(addresskey) ?? new Set()).add(assetid));
  const addresses = rows.map(({ addresskey, communicationid: _id, ...row }) => ({
    key: addresskey,
    ...row,
    isactive: row.isactive === 1,
    isprimary: row.isprimary === 1,
    isgateway: addresskey === gateway,
    isconflict: row.isactive === 1 && (holders.get(addresskey)?.size ?? 0) > 1,
  }));
  const all = isFirst && isGatewayFree ? [...addresses, lonelyGateway(gateway!, family)] : addresses;
  return all
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ key: _key, ...row }) => row);
}

const lonelyGateway = (gateway: string, family: 4 | 6) => ({
  key: addressKeyOf(family, numberOfKey(gateway)),
  address: formatAddress(family, numberOfKey(gateway)),
  assetid: null,
  assetnumber: null,
  name: null,
  assettype: null,
  icon: null,
  isactive: null,
  isprimary: false,
  isgateway: true,
  isconflict: false,
});
