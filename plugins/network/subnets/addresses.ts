import { z } from 'zod';
import { type Actor, canSeePersonalData } from '../../../src/kit/actor.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { signInRequiredError } from '../../../src/kit/http/access.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { idParam, pagingOf, pagingQuery } from '../../../src/kit/http/paging.ts';
import { subnetById, usedCount, usedKeys, usedRows } from './queries.ts';
import {
  addressKeyOf,
  formatAddress,
  listFreeNumbers,
  numberOfKey,
  parseAddress,
  parseRange,
  type Range,
  usableRangeOf,
} from './ranges.ts';

/** Maximum number of used addresses in one response. `usedpage` selects further ones. */
const MAX_USED = 1000;

const used = z.object({
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
export type UsedAddress = z.output<typeof used>;

const answer = z
  .object({
    subnetid: z.int(),
    cidr: z.string(),
    gateway: z.string().nullable(),
    size: z.number().meta({ description: 'Number of host addresses, approximate for large ranges.' }),
    usedcount: z.int().meta({ description: 'Number of different addresses, including the gateway.' }),
    freecount: z.number(),
    usedtotal: z
      .int()
      .meta({ description: 'Total number of entries of `used`; `usedpage` returns the next ones.' }),
    used: used.array(),
    free: z.string().array().meta({ description: 'Lowest first, paged with `page` and `per_page`.' }),
  })
  .meta({ id: 'SubnetAddresses' });
export type SubnetAddresses = z.output<typeof answer>;

const query = z.object({
  ...pagingQuery,
  usedpage: idParam
    .optional()
    .meta({ description: `Page of the used addresses, ${MAX_USED} each, starting at 1.` }),
});

/** The route that lists the used and free addresses of a subnet. */
export function addressRoutes(host: Host): Api {
  return api('/api/network/subnets').get(
    '/:subnetid/addresses',
    ({ call: { actor }, params, query: filters }) => addressesOf(host, actor, params.subnetid, filters),
    routeOptions({
      access: 'optional',
      summary: 'List the used addresses of a subnet with their assets, and the free ones',
      params: z.object({ subnetid: idParam }),
      query,
      responseSchema: answer,
      paged: true,
    }),
  );
}

function addressesOf(host: Host, actor: Actor, subnetid: number, filters: z.output<typeof query>) {
  if (!canSeePersonalData(actor)) throw signInRequiredError();
  const paging = pagingOf(filters);
  const usedpage = Math.max(1, filters.usedpage ?? 1);
  return host.db.read((reader) => {
    const subnet = subnetById.get(reader, { subnetid });
    const range = subnet && parseRange(subnet.cidr);
    if (!range) throw notFound('Subnet');
    const here = { subnetid, first: subnet.firstkey, last: subnet.lastkey };
    const gatewaykey = subnet.gateway === null ? undefined : parseAddress(subnet.gateway)?.key;
    const keys = usedKeys.all(reader, here).map(({ addresskey }) => addresskey);
    const taken = withGateway(keys, gatewaykey);
    const rows = usedRows.all(reader, {
      ...here,
      most: MAX_USED,
      offset: (usedpage - 1) * MAX_USED,
    });
    const hosts = usableRangeOf(range);
    const size = hosts.last - hosts.first + 1n;
    const inHosts = taken.filter((number) => number >= hosts.first && number <= hosts.last);
    const free = size - BigInt(inHosts.length);
    const freeNumbers = listFreeNumbers(hosts, inHosts, BigInt(paging.offset), paging.perpage);
    const total = Number(free > MAX_COUNT ? MAX_COUNT : free);
    const { page, perpage } = paging;
    const texts = freeNumbers.map((number) => formatAddress(range.family, number));
    const data = {
      subnetid,
      cidr: subnet.cidr,
      gateway: subnet.gateway,
      size: Number(size),
      usedcount: taken.length,
      freecount: Number(free),
      usedtotal: usedCount.get(reader, here)!.n,
      used: describeAddresses(rows, gatewaykey, range, usedpage === 1),
      free: texts,
    };
    return new Page(texts, { page, perpage, total, pages: Math.ceil(total / perpage) }, data);
  });
}

/** Maximum number of free addresses that paging counts. A larger number is not exact in JavaScript. */
const MAX_COUNT = BigInt(Number.MAX_SAFE_INTEGER);

function withGateway(keys: readonly string[], gateway: string | undefined): bigint[] {
  const all = gateway === undefined || keys.includes(gateway) ? keys : [...keys, gateway].sort();
  return all.map(numberOfKey);
}

type Row = ReturnType<typeof usedRows.all>[number];

/**
 * Returns the used addresses with their assets. The first page includes the gateway even without an asset, so
 * that it is not assigned.
 */
function describeAddresses(
  rows: Row[],
  gateway: string | undefined,
  { family }: Range,
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
  const isMissing =
    isFirst && gateway !== undefined && !rows.some(({ addresskey }) => addresskey === gateway);
  const all = isMissing ? [...addresses, lonelyGateway(gateway, family)] : addresses;
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
