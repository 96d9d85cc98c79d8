import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { CheckInBuffer } from '../checkin/check-in-buffer.ts';
import { endpointOf, transitionsOf } from '../checkin/queries.ts';
import { canSeeRequesters } from '../commands/list-columns.ts';
import { lockOf, queuedCommandsOf } from '../commands/queries.ts';
import { createPolicyResolver, policyView, toPolicyView } from '../policies/effective.ts';
import { credentialOfAsset, enrollmentBlockOf } from '../queries.ts';
import { findPcFacts } from '../scope.ts';
import { CREDENTIAL_STATES, readCredentialState, VERDICTS } from './credential-state.ts';
import { latestActivity } from './queries.ts';

const MAX_ACTIVITY = 15;

export const pcStatus = z
  .object({
    assetid: z.int(),
    hostname: z.string().nullable(),
    verdict: z.enum(VERDICTS),
    verdictreason: z.string().nullable(),
    agentversion: z.string().nullable(),
    osversion: z.string().nullable(),
    uptimeseconds: z.int().nullable(),
    lastcheckin: z.iso.datetime().nullable(),
    servertrust: z.object({ pinned: z.boolean(), spkipin: z.string().nullable() }),
    credentialstate: z.enum(CREDENTIAL_STATES),
    credential: z
      .object({
        prefix: z.string(),
        createddate: z.iso.datetime(),
        firstuseddate: z.iso.datetime().nullable(),
      })
      .nullable(),
    block: z.object({ reason: z.string().nullable(), createddate: z.iso.datetime() }).nullable(),
    lock: z
      .object({ lockedby: z.string(), reason: z.string().nullable(), expiresat: z.iso.datetime().nullable() })
      .nullable(),
    policy: policyView,
    queued: z.int(),
  })
  .meta({ id: 'EndpointStatus' });

/** Returns the full state of the agent of one PC. Throws 404 for an unknown or inactive PC. */
export function readStatus(host: Host, assetid: number): z.output<typeof pcStatus> {
  host.getInstance(CheckInBuffer).flush();
  return host.db.read((reader) => {
    const facts = findPcFacts(reader, assetid);
    if (!facts) throw notFound('PC');
    const endpoint = endpointOf.get(reader, { assetid });
    const credential = credentialOfAsset.get(reader, { assetid });
    const block = enrollmentBlockOf.get(reader, { assetid });
    const lock = lockOf.get(reader, { assetid, at: reader.at });
    const { verdict, reason } = verdictNow(endpoint, reader.at);
    return {
      assetid,
      hostname: facts.hostname,
      verdict,
      verdictreason: reason,
      agentversion: endpoint?.agentversion ?? null,
      osversion: endpoint?.osversion ?? null,
      uptimeseconds: endpoint?.uptimeseconds ?? null,
      lastcheckin: endpoint?.lastcheckin ?? null,
      servertrust: { pinned: endpoint?.ispinned === 1, spkipin: endpoint?.spkipin ?? null },
      credentialstate: readCredentialState(host, assetid).credentialstate as z.output<
        typeof pcStatus
      >['credentialstate'],
      credential: credential
        ? {
            prefix: credential.prefix,
            createddate: credential.createddate,
            firstuseddate: credential.firstuseddate,
          }
        : null,
      block: block ? { reason: block.reason, createddate: block.createddate } : null,
      lock: lock ? { lockedby: lock.username, reason: lock.reason, expiresat: lock.expiresat } : null,
      policy: toPolicyView(createPolicyResolver(host)(facts)),
      queued: queuedCommandsOf.get(reader, { assetid })!.n,
    };
  });
}

type CheckInFacts = {
  lastcheckin: string | null;
  expectedby: string | null;
  verdict: string;
  verdictreason: string | null;
};
type Verdict = (typeof VERDICTS)[number];

function verdictNow(
  endpoint: CheckInFacts | undefined,
  at: string,
): { verdict: Verdict; reason: string | null } {
  if (!endpoint?.lastcheckin) return { verdict: 'unknown', reason: null };
  if ((endpoint.expectedby ?? '') < at)
    return { verdict: 'offline', reason: `last check-in ${endpoint.lastcheckin}` };
  return { verdict: endpoint.verdict as Verdict, reason: endpoint.verdictreason };
}

export const pcHealth = z
  .object({
    verdict: z.enum(VERDICTS),
    reason: z.string().nullable(),
    transitions: z
      .object({ from: z.string(), to: z.string(), at: z.iso.datetime(), reason: z.string().nullable() })
      .array(),
  })
  .meta({ id: 'EndpointHealth' });

/**
 * Returns the current verdict of a PC and its changes, the newest first. Throws 404 for an unknown or
 * inactive PC.
 */
export function readHealth(host: Host, assetid: number): z.output<typeof pcHealth> {
  host.getInstance(CheckInBuffer).flush();
  return host.db.read((reader) => {
    if (!findPcFacts(reader, assetid)) throw notFound('PC');
    const transitions = transitionsOf.all(reader, { assetid });
    return {
      ...verdictNow(endpointOf.get(reader, { assetid }), reader.at),
      transitions: transitions.map(({ fromverdict, toverdict, createddate, reason }) => ({
        from: fromverdict,
        to: toverdict,
        at: createddate,
        reason,
      })),
    };
  });
}

export const pcActivity = z
  .object({
    kind: z.enum(['command', 'event']),
    at: z.iso.datetime(),
    title: z.string(),
    detail: z.string().nullable(),
    state: z.string().nullable(),
    critical: z.boolean(),
    commandid: z.int().nullable(),
    requester: z.string().nullable(),
  })
  .meta({ id: 'EndpointActivity' });

/**
 * Returns the latest commands and events of a PC together, the newest first, at most `MAX_ACTIVITY`. Only
 * actors who may issue commands see their users. Throws 404 for an unknown or inactive PC.
 */
export function readActivity(host: Host, actor: Actor, assetid: number): z.output<typeof pcActivity>[] {
  return host.db.read((reader) => {
    if (!findPcFacts(reader, assetid)) throw notFound('PC');
    return latestActivity
      .all(reader, { assetid, most: MAX_ACTIVITY })
      .map(({ critical, requester, ...row }) => ({
        ...row,
        kind: row.kind as 'command' | 'event',
        critical: critical === 1,
        requester: canSeeRequesters(actor) ? requester : null,
      }));
  });
}
