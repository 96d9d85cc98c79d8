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

/** Identifies the PC of a row. The creation date excludes another PC that has the same ID in other data. */
const identityOfPc = ({ assetid }: { assetid: AnySQLiteColumn }): RevocationRule['identity'] => [
  assetid,
  referencedKey(assetid, assets.assetid, assets.createddate),
];

/** Kind of the credentials of PCs, both those in use and those that a merge parked. */
const CREDENTIAL = 'endpointcredential';

/**
 * States in which the nonce of a request was used, rejected or revoked. Such a nonce must not get a
 * credential again.
 */
const DECIDED_STATES: ReadonlySet<unknown> = new Set(['issued', 'rejected', 'revoked']);

/** Reports whether a text is a JSON list of plain words, as the register writes it. */
function isListOfWords(text: string): boolean {
  if (!/^\[[^\]]*\]$/.test(text)) return false;
  const inside = text.slice(1, -1);
  return inside === '' || inside.split(',').every((word) => /^"\w+"$/.test(word));
}

/**
 * Returns the actions that a policy allows both now and in the backup. An action that was removed stays
 * removed.
 */
function intersectActions(last: Row, row: Row): Row {
  const now = JSON.parse(String(last.allowedactions)) as unknown[];
  const then = JSON.parse(String(row.allowedactions)) as unknown[];
  return { allowedactions: JSON.stringify(then.filter((action) => now.includes(action))) };
}

/**
 * Revocation rules for the access of PCs. A restore undoes no revocation, rejection, block or lock, and lets
 * no used nonce fetch a credential again. It neither reactivates a policy or script nor allows a removed
 * action again.
 */
export const endpointRevocationRules: readonly RevocationRule[] = [
  {
    table: endpointcredentials,
    kind: CREDENTIAL,
    identity: [endpointcredentials.secrethash],
    revokedState: null,
    // A used credential can no longer be fetched with its nonce.
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
      DECIDED_STATES.has(state) ? { state: state!, noncehash: noncehash! } : undefined,
    // Anonymous callers can create any number of pending requests, which grant nothing.
    counts: (row) => `${row}.state <> 'pending'`,
  },
  {
    table: endpointblocks,
    identity: identityOfPc(endpointblocks),
    revokedState: {},
    carried: [endpointblocks.assetid, endpointblocks.reason, endpointblocks.createddate],
  },
  {
    table: endpointlocks,
    identity: identityOfPc(endpointlocks),
    revokedState: {},
    carried: [
      endpointlocks.assetid,
      endpointlocks.reason,
      endpointlocks.expiresat,
      endpointlocks.createddate,
    ],
    // The user of the lock is not carried over, so any user with the permission can unlock the PC.
    carry: (last) => ({ ...last, username: 'before the restore' }),
  },
  {
    table: endpointpolicies,
    identity: [endpointpolicies.policyid, endpointpolicies.createddate],
    revokedState: { isactive: 0 },
    taken: [endpointpolicies.allowedactions],
    take: intersectActions,
    fits: ({ allowedactions }) => isListOfWords(String(allowedactions)),
  },
  {
    table: endpointscripts,
    identity: [endpointscripts.scriptid, endpointscripts.createddate],
    revokedState: { isactive: 0 },
  },
];
