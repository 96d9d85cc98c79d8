import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { SqlCondition } from '../../../src/kit/data/sql-condition.ts';
import type { Host } from '../../../src/kit/host.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { searchText } from '../../../src/kit/http/paging.ts';
import { isFilteredBy } from '../../../src/kit/list/list-columns.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { keepDistinctiveSerial } from '../../../src/kit/placeholder-values.ts';
import { createPlainSearch } from '../../../src/kit/search/plain-search.ts';
import type { EnrollmentRequest } from '../tables.ts';
import { computeFingerprint } from './decide.ts';
import { REQUEST_STATES, requestColumns } from './list-columns.ts';
import { candidatesOf, keylessByAddress, pcByHostname, pendingComputers, pendingCount } from './queries.ts';
import { type EnrollmentView, MAX_FULL_ADDRESSES } from './schemas.ts';

export const requestListQuery = requestColumns.createQuery({
  state: z
    .enum(REQUEST_STATES)
    .optional()
    .meta({ description: 'Default pending, unless `state__in` or `state__not` selects states.' }),
  search: searchText.optional().meta({
    description:
      'Parts of the host name or the serial number: words, `"phrases"`, `-excluded` words, `hostname:` and `serialnumber:`.',
  }),
});

/**
 * Returns requests of one state, the latest call or decision first, each with the active PC of the same host
 * name, if any. Also returns the number of pending requests and the number of such PCs. Lists the addresses
 * that have reached the limit of pending requests without the shared key.
 */
export function listEnrollmentRequests(host: Host, actor: Actor, query: z.output<typeof requestListQuery>) {
  return host.db.read((reader) => {
    const { rows, pagination } = readListPage<EnrollmentRequest>(
      host.db,
      requestColumns,
      () => ({
        from: 'enrollmentrequests r',
        id: 'r.requestid',
        extra: ['r.noncehash', 'r.iskeyed', 'r.network'],
        conditions: createConditions(query),
      }),
      { query, actor },
    );
    const requests = rows.map((row) => toEnrollmentView(reader, row));
    const counts = {
      pending: pendingCount.get(reader)!.n,
      pendingcomputers: pendingComputers.get(reader)!.n,
    };
    const full = fullAddresses(reader, host.settings.integer('endpoints_pending_per_address'));
    return new Page(requests, pagination, { requests, counts, full, pagination });
  });
}

/**
 * Lists the addresses that have reached the limit of pending requests without the shared key, at most
 * `MAX_FULL_ADDRESSES`.
 */
const fullAddresses = (reader: Reader, most: number) =>
  keylessByAddress
    .all(reader, { most: MAX_FULL_ADDRESSES })
    .filter(({ n }) => n >= most)
    .map(({ network, n: pending }) => ({
      address: network ?? 'unknown',
      pending,
      message: `${pending} requests without a valid key are pending from ${network ?? 'unknown addresses'}, and each new request replaces the oldest. Approve or reject the known PCs, set the shared key on real PCs, block the address, or raise endpoints_pending_per_address in the settings.`,
    }));

const SEARCHED_FIELDS = { hostname: 'r.hostname', serialnumber: 'r.serialnumber' };

function createConditions(query: z.output<typeof requestListQuery>): SqlCondition[] {
  const conditions: SqlCondition[] = [];
  const state = query.state ?? (isFilteredBy(query, 'state') ? undefined : 'pending');
  if (state) conditions.push({ sql: 'r.state = ?', params: [state] });
  const found = query.search && createPlainSearch(query.search, { fields: SEARCHED_FIELDS });
  if (found) conditions.push(found);
  return conditions;
}

/** Returns one request for the API. It contains only the fingerprint of a nonce. */
export function toEnrollmentView(reader: Reader, row: EnrollmentRequest): EnrollmentView {
  const { iskeyed, noncehash, state, network: _network, ...request } = row;
  const candidates = candidatesOf.all(reader, row).map((candidate) => ({
    noncefingerprint: computeFingerprint(candidate.noncehash),
    address: candidate.address,
    showedkey: candidate.iskeyed === 1,
    firstseen: candidate.firstseen,
    lastseen: candidate.lastseen,
  }));
  const pc = pcByHostname.get(reader, row);
  return {
    ...request,
    state: state as EnrollmentView['state'],
    showedkey: iskeyed === 1,
    // While the request is pending, this is the fingerprint of the first candidate, also when others follow.
    noncefingerprint: noncehash ? computeFingerprint(noncehash) : (candidates[0]?.noncefingerprint ?? null),
    contested: candidates.length > 1,
    candidates,
    computer: pc
      ? {
          ...pc,
          enrolled: pc.enrolled === 1,
          blocked: pc.blocked === 1,
          serialmatches: isSame(pc.serialnumber, keepDistinctiveSerial(row.serialnumber)),
        }
      : null,
  };
}

const isSame = (one: string | null, other: string | undefined): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase();
