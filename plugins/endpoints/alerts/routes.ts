import { z } from 'zod';
import { COLLECTOR } from '../../../src/features/identity/index.ts';
import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { AGENT_CREDENTIAL, readCallingPc, SHARED_KEY_CREDENTIAL } from '../agent-credentials.ts';
import { ASSET_MISMATCH } from '../manifest.ts';
import { createScopePredicate, findPcFacts, type ScopePredicate } from '../scope.ts';
import { acknowledgment, acknowledgmentQuery, listAcknowledgments } from './list.ts';
import { acknowledge, acknowledgmentOf, alertOf, alertScopes, currentAlerts } from './queries.ts';

const access = { machine: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL, COLLECTOR] };
/** Maximum number of alerts in one answer to an agent. */
const MAX_ALERTS = 200;
const hostname = z.string().min(1).max(255).optional();

const alert = z
  .object({
    notificationid: z.int(),
    notification: z.string(),
    alerttimeout: z.int().nullable().meta({ description: 'Display time in seconds.' }),
    starttime: z.iso.datetime().nullable(),
    endtime: z.iso.datetime().nullable(),
    ticketnumber: z.string().nullable(),
    link: z.string().nullable(),
  })
  .meta({ id: 'FleetAlert' });
const acknowledged = z.object({
  notificationid: z.int(),
  assetid: z.int(),
  acknowledgeddate: z.iso.datetime(),
});

const notMeant = () => new AppError(ASSET_MISMATCH, 'This notice is not for this PC.');

const scopeIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/**
 * Returns the scope of each alert as a predicate. Cached, because every PC requests its alerts each minute.
 */
const readScopePredicates = (host: Host): ReadonlyMap<number, ScopePredicate> =>
  host.db.remember(
    'endpoints.alerts',
    (reader) =>
      new Map(
        alertScopes
          .all(reader)
          .map(({ notificationid, alertscope }) => [
            notificationid,
            createScopePredicate(scopeIn(alertscope)),
          ]),
      ),
  );

/** Returns the alerts that this PC shows now, at most `MAX_ALERTS`. The agent closes any other alert. */
function alertsFor(host: Host, assetid: number): z.output<typeof alert>[] {
  return host.db.read((reader) => {
    const facts = findPcFacts(reader, assetid)!;
    const predicates = readScopePredicates(host);
    return currentAlerts
      .all(reader, { assetid, at: reader.at })
      .filter(({ notificationid }) => predicates.get(notificationid)?.(facts))
      .slice(0, MAX_ALERTS);
  });
}

/**
 * Records that an alert was acknowledged on a PC, and returns when that was done first. Throws 404 for an
 * unknown alert, 403 when it is not for this PC, and 409 when it has not begun.
 */
function acknowledgeAs(host: Host, context: WriteContext, assetid: number, notificationid: number) {
  const { value } = host.db.transact(context, 'endpoints.alert.acknowledged', (tx) => {
    const found = alertOf.get(tx, { notificationid });
    if (found?.alertfleet !== 1) throw notFound('Notice');
    if (!createScopePredicate(scopeIn(found.alertscope))(findPcFacts(tx, assetid)!)) throw notMeant();
    if (found.starttime !== null && found.starttime > tx.at)
      throw new AppError('CONFLICT', 'This notice has not started yet. Acknowledge it after it is shown.', {
        field: 'starttime',
      });
    const isFirst = acknowledge.run(tx, { notificationid, assetid, createddate: tx.at }) > 0;
    if (isFirst)
      tx.audit({
        entitytype: 'notification',
        entityid: notificationid,
        details: { assetid },
        undoable: false,
      });
    return acknowledgmentOf.get(tx, { notificationid, assetid })!.createddate;
  });
  return { notificationid, assetid, acknowledgeddate: value };
}

/** Routes for the notices that agents show to the users of their PC. */
export const alertRoutes = (host: Host): Api =>
  api('/api/endpoints/alerts')
    .get(
      '',
      ({ call, query }) => alertsFor(host, readCallingPc(host, call.actor, query.hostname).assetid),
      routeOptions({
        access,
        summary: 'Notices that the calling PC shows now; it closes all others',
        query: z.object({ hostname }),
        responseSchema: alert.array().max(MAX_ALERTS),
      }),
    )
    .post(
      '/:id/acknowledge',
      ({ call, params, query, body }) => {
        const { assetid } = readCallingPc(host, call.actor, query.hostname, body.hostname);
        return acknowledgeAs(host, call.context, assetid, params.id);
      },
      routeOptions({
        access,
        summary: 'Acknowledge a notice that a user of the calling PC has seen',
        params: z.object({ id: idParam }),
        query: z.object({ hostname }),
        body: z.object({ hostname }),
        responseSchema: acknowledged,
        status: 200,
      }),
    )
    .get(
      '/:id/acknowledgements',
      ({ call: { actor }, params, query }) => listAcknowledgments(host, actor, params.id, query),
      routeOptions({
        access: { can: 'endpoints.view' },
        summary: 'PCs that acknowledged a notice, the newest first',
        params: z.object({ id: idParam }),
        query: acknowledgmentQuery,
        responseSchema: acknowledgment.array(),
        paged: true,
      }),
    );
