import { z } from 'zod';
import { type Actor, canSeePersonalData } from '../../../src/kit/actor.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { signInRequiredError } from '../../../src/kit/http/access.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { idParam, pagingOf } from '../../../src/kit/http/paging.ts';
import { subnetById, usedKeys } from './queries.ts';
import {
  formatAddress,
  listFreeNumbers,
  numberOfKey,
  parseAddress,
  parseRange,
  usableRangeOf,
} from './ranges.ts';
import { listUsedAddresses, MAX_USED, usedAddress, usedColumns } from './used-addresses.ts';

const answer = z
  .object({
    subnetid: z.int(),
    cidr: z.string(),
    gateway: z.string().nullable(),
    size: z.number().meta({ description: 'Number of host addresses, approximate for large ranges.' }),
    usedcount: z.int().meta({ description: 'Number of different addresses, including the gateway.' }),
    freecount: z.number(),
    usedtotal: z.int().meta({
      description:
        'Total number of entries of `used` that the filters select; `usedpage` returns the next ones.',
    }),
    used: usedAddress.array(),
    free: z.string().array().meta({ description: 'Lowest first, paged with `page` and `per_page`.' }),
  })
  .meta({ id: 'SubnetAddresses' });
export type SubnetAddresses = z.output<typeof answer>;

const query = usedColumns.createQuery({
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
      summary:
        'List the used addresses of a subnet with their assets, which filters and sorts select, and the free ones',
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
  return host.db.read((reader) => {
    const subnet = subnetById.get(reader, { subnetid });
    const range = subnet && parseRange(subnet.cidr);
    if (!range) throw notFound('Subnet');
    const here = { subnetid, first: subnet.firstkey, last: subnet.lastkey };
    const gatewaykey = subnet.gateway === null ? undefined : parseAddress(subnet.gateway)?.key;
    const keys = usedKeys.all(reader, here).map(({ addresskey }) => addresskey);
    const taken = withGateway(keys, gatewaykey);
    const isGatewayFree = gatewaykey !== undefined && !keys.includes(gatewaykey);
    const own = { ...here, family: range.family, gateway: gatewaykey, isGatewayFree };
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
      ...listUsedAddresses(reader, own, { query: filters, actor }),
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
