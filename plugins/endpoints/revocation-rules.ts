import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { assets } from '../../src/features/catalog/tables.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import { type RevocationRule, referencedKey } from '../../src/kit/restore/revocation-rule.ts';
import { bootstraptokens } from './bootstrap/tables.ts';
import { parkedcredentials } from './enrollment/merge-tables.ts';
import {
  endpointblocks,
  endpointcredentials,
  endpointlocks,
  endpointpolicies,
  endpointscripts,
  enrollmentrequests,
} from './tables.ts';

/** Of the PC itself, whatever other PC has its number in other data. */
const ofPc = ({ assetid }: { assetid: AnySQLiteColumn }): RevocationRule['identity'] => [
  assetid,
  referencedKey(assetid, assets.assetid, assets.createddate),
];

/** In use, or parked while its PC counts as another one. */
const CREDENTIAL = 'endpointcredential';

/** A nonce that was spent, or whose request was turned down, gets no credential. */
const DECIDED: ReadonlySet<unknown> = new Set(['issued', 'rejected', 'revoked']);

/** Whether it is a JSON list of plain words, as the register writes it. */
function isListOfWords(text: string): boolean {
  if (!/^\[[^\]]*\]$/.test(text)) return false;
  const inside = text.slice(1, -1);
  return inside === '' || inside.split(',').every((word) => /^"\w+"$/.test(word));
}

/** What a policy allows now and then: an action that was taken away stays away. */
function inBoth(last: Row, row: Row): Row {
  const now = JSON.parse(String(last.allowedactions)) as unknown[];
  const then = JSON.parse(String(row.allowedactions)) as unknown[];
  return { allowedactions: JSON.stringify(then.filter((action) => now.includes(action))) };
}

/** What lets PCs in, and what keeps them out: neither is undone by a restore. */
export const endpointRevocationRules: readonly RevocationRule[] = [
  {
    table: endpointcredentials,
    kind: CREDENTIAL,
    identity: [endpointcredentials.secrethash],
    revokedState: null,
    // One that was used is fetched by its nonce no more.
    taken: [endpointcredentials.firstuseddate],
  },
  {
    table: parkedcredentials,
    kind: CREDENTIAL,
    identity: [parkedcredentials.secrethash],
    revokedState: null,
  },
  {
    table: bootstraptokens,
    identity: [bootstraptokens.secrethash],
    revokedState: { revoked: 1 },
    taken: [bootstraptokens.usecount, bootstraptokens.maxuses, bootstraptokens.expiresat],
  },
  {
    table: enrollmentrequests,
    identity: [enrollmentrequests.requestid, enrollmentrequests.createddate],
    revokedState: null,
    taken: [enrollmentrequests.state, enrollmentrequests.noncehash],
    take: ({ state, noncehash }: Row) =>
      DECIDED.has(state) ? { state: state!, noncehash: noncehash! } : undefined,
    // Strangers make as many as they like that wait; those give nobody anything.
    counts: (row) => `${row}.state <> 'pending'`,
  },
  {
    table: endpointblocks,
    identity: ofPc(endpointblocks),
    revokedState: {},
    carried: [endpointblocks.assetid, endpointblocks.reason, endpointblocks.createddate],
  },
  {
    table: endpointlocks,
    identity: ofPc(endpointlocks),
    revokedState: {},
    carried: [
      endpointlocks.assetid,
      endpointlocks.reason,
      endpointlocks.expiresat,
      endpointlocks.createddate,
    ],
    // Nobody's name is kept beside the lock itself, so anybody who may lets the PC go.
    carry: (last) => ({ ...last, username: 'before the restore' }),
  },
  {
    table: endpointpolicies,
    identity: [endpointpolicies.policyid, endpointpolicies.createddate],
    revokedState: { isactive: 0 },
    taken: [endpointpolicies.allowedactions],
    take: inBoth,
    fits: ({ allowedactions }) => isListOfWords(String(allowedactions)),
  },
  {
    table: endpointscripts,
    identity: [endpointscripts.scriptid, endpointscripts.createddate],
    revokedState: { isactive: 0 },
  },
];
