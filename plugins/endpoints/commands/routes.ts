import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { ISSUE_PERMISSIONS, VIEW_PERMISSIONS } from '../actions.ts';
import {
  AGENT_CREDENTIAL,
  findPcOfCredential,
  invalidCredentialError,
  readCallingPc,
  SHARED_KEY_CREDENTIAL,
} from '../agent-credentials.ts';
import { cancelCommand, enqueueCommand, enqueueCommands } from './enqueue.ts';
import { commandListQuery, listCommands, readCommandView } from './list.ts';
import { lockPc, unlockPc } from './lock.ts';
import { Polls } from './polls.ts';
import { lockOf } from './queries.ts';
import { MAX_OUTPUT_LENGTH, recordResult } from './results.ts';
import { claimedCommand, commandRecord, commandResult, enqueueInput, enqueueManyInput } from './schemas.ts';

const MAX_WAIT_SECONDS = 25;
const AGENTS = { machine: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL] };
const hostname = z.string().min(1).max(255).optional().meta({
  description: 'Host name of the calling PC; required with the shared key.',
});
const waiting = z.object({
  hostname,
  wait: z
    .string()
    .regex(/^([01]?\d|2[0-5])$/, 'Send seconds from 0 to 25.')
    .optional()
    .meta({ description: 'Maximum seconds to wait for a command; default 25.' }),
});
const byAsset = z.object({ id: idParam });
const byCommand = z.object({ commandid: idParam });
const outcome = z.object({ commandid: z.int(), state: z.string() });
const queuedMany = z.object({
  queued: z.object({ assetid: z.int(), commandid: z.int() }).array(),
  refused: z.object({ assetid: z.int(), code: z.string(), message: z.string() }).array(),
  unheard: z.int().meta({ description: 'Number of queued PCs whose agent never checked in.' }),
});
const locking = z.object({
  reason: z.string().trim().min(1).max(500),
  minutes: z.int().min(1).max(525_600).nullish(),
});
const lockState = z.object({
  assetid: z.int(),
  locked: z.boolean(),
  lockedby: z.string().nullable(),
  reason: z.string().nullable(),
  expiresat: z.iso.datetime().nullable(),
});

function lockView(host: Host, assetid: number) {
  const row = host.db.read((reader) => lockOf.get(reader, { assetid, at: reader.at }));
  return {
    assetid,
    locked: row !== undefined,
    lockedby: row?.username ?? null,
    reason: row?.reason ?? null,
    expiresat: row?.expiresat ?? null,
  };
}

const noCommandResponse = (pause: number): Response =>
  new Response(null, {
    status: 204,
    headers: { 'Cache-Control': 'no-store', ...(pause > 0 && { 'Retry-After': String(pause) }) },
  });

interface Poll {
  assetid: number;
  ms: number;
  gone: AbortSignal;
  /**
   * Reports whether the credential of the caller still belongs to this PC. A merge may have moved it to
   * another record. Always true with the shared key.
   */
  isStill(): boolean;
}

/**
 * Waits at most `ms` milliseconds for a command, and returns it or a 204 response. Throws 401 when the
 * credential of the PC is revoked during the wait.
 */
async function nextCommand(polls: Polls, { assetid, ms, gone, isStill }: Poll) {
  const until = performance.now() + ms;
  for (;;) {
    const claimed = polls.claim(assetid);
    if (claimed) return claimed;
    const outcome = await polls.wait(assetid, until, gone);
    if (outcome === 'revoked') throw invalidCredentialError();
    if (outcome !== 'work') return noCommandResponse(polls.pauseAfter(assetid, outcome));
    if (!isStill()) return noCommandResponse(0);
  }
}

/** Routes for agents: fetch the next command and report a result. */
export const agentCommandRoutes = (host: Host): Api =>
  api('/api/endpoints/commands')
    .get(
      '/next',
      ({ call, query }) => {
        const { assetid } = readCallingPc(host, call.actor, query.hostname);
        call.disableIdleTimeout();
        const credential = call.req.headers.get('x-endpoint-credential');
        return nextCommand(host.getInstance(Polls), {
          assetid,
          ms: Number(query.wait ?? MAX_WAIT_SECONDS) * 1000,
          gone: call.req.signal,
          isStill: () => credential === null || findPcOfCredential(host, credential)?.assetid === assetid,
        });
      },
      routeOptions({
        access: AGENTS,
        summary:
          'The next command of the calling PC; 204 when there is none, with Retry-After to spread requests',
        query: waiting,
        responseSchema: claimedCommand,
      }),
    )
    .post(
      '/:commandid/result',
      ({ call, params, query, body }) => {
        const { assetid } = readCallingPc(host, call.actor, query.hostname, body.hostname);
        const { hostname: _name, ...result } = body;
        recordResult(host, call.context, assetid, params.commandid, result);
        return { commandid: params.commandid, state: result.status };
      },
      routeOptions({
        access: AGENTS,
        summary: 'Report the result of a command',
        params: byCommand,
        query: z.object({ hostname }),
        body: commandResult.extend({ hostname }),
        // A JSON control character takes six bytes, and color codes start with one.
        maxbody: 6 * MAX_OUTPUT_LENGTH + 64 * 1024,
        responseSchema: outcome,
        status: 200,
      }),
    );

/** Routes for users who list, queue and cancel commands and lock PCs. */
export const commandRoutes = (host: Host): Api =>
  api('/api/endpoints')
    .get(
      '/commands',
      ({ call, query }) => listCommands(host, call.actor, query),
      routeOptions({
        access: { can: VIEW_PERMISSIONS },
        summary: 'Commands, the newest first',
        query: commandListQuery,
        responseSchema: commandRecord.array(),
        paged: true,
      }),
    )
    .get(
      '/commands/:commandid',
      ({ call, params }) => host.db.read((reader) => readCommandView(reader, call.actor, params.commandid)),
      routeOptions({
        access: { can: VIEW_PERMISSIONS },
        summary: 'One command with its full output',
        params: byCommand,
        responseSchema: commandRecord,
      }),
    )
    .delete(
      '/commands/:commandid',
      ({ call, params }) => {
        cancelCommand(host, call.context, params.commandid);
        return host.db.read((reader) => readCommandView(reader, call.actor, params.commandid));
      },
      routeOptions({
        access: { can: ISSUE_PERMISSIONS },
        summary: 'Cancel a queued command',
        params: byCommand,
        responseSchema: commandRecord,
      }),
    )
    .post(
      '/commands/bulk',
      ({ call, body }) => enqueueCommands(host, call.context, body),
      routeOptions({
        access: { can: ISSUE_PERMISSIONS },
        summary: 'Queue a command for many PCs',
        body: enqueueManyInput,
        responseSchema: queuedMany,
        status: 201,
      }),
    )
    .post(
      '/asset/:id/commands',
      ({ call, params, body }) => {
        const commandid = enqueueCommand(host, call.context, params.id, body);
        return host.db.read((reader) => readCommandView(reader, call.actor, commandid));
      },
      routeOptions({
        access: { can: ISSUE_PERMISSIONS },
        summary: 'Queue a command for a PC',
        params: byAsset,
        body: enqueueInput,
        responseSchema: commandRecord,
        status: 201,
      }),
    )
    .put(
      '/asset/:id/lock',
      ({ call, params, body }) => {
        lockPc(host, call.context, params.id, { reason: body.reason, minutes: body.minutes });
        return lockView(host, params.id);
      },
      routeOptions({
        access: { can: 'endpoints.lock' },
        summary: 'Lock a PC against commands',
        params: byAsset,
        body: locking,
        responseSchema: lockState,
      }),
    )
    .delete(
      '/asset/:id/lock',
      ({ call, params }) => {
        unlockPc(host, call.context, params.id);
        return lockView(host, params.id);
      },
      routeOptions({
        access: { can: 'endpoints.lock' },
        summary: 'Unlock a PC',
        params: byAsset,
        responseSchema: lockState,
      }),
    );
