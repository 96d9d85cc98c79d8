import { holds, isPerson } from '../../../src/kit/actor.ts';
import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { Seen } from '../checkin/seen.ts';
import { Polls } from '../commands/polls.ts';
import { insertCommand } from '../commands/queries.ts';
import type { Build } from '../packages/builds.ts';
import { everyReadiness, type Readiness, readinessOf } from './readiness.ts';
import type { Waved, Waving } from './schemas.ts';

const UPGRADE_SECONDS = 30 * 60;
const REPORTING_SECONDS = 120;

/**
 * Queues the current build for named PCs, or for the next so many that nothing blocks. What is named and blocked by its
 * trust in this server alone is tried again; a lock holds against everybody. No policy is asked: the two permissions are
 * the bound.
 */
export function wave(host: Host, context: WriteContext, { assetids, count }: Waving): Waved {
  if (!['endpoints.agentupdate', 'endpoints.runscript'].every((one) => holds(context.actor, one)))
    throw forbidden();
  if ((assetids == null) === (count == null))
    throw invalid('assetids', 'Name the PCs in assetids, or say how many in count: one of both.');
  host.one(Seen).flush();
  const { value } = host.db.transact(context, 'endpoints.migration.queued', (tx) => {
    const waved = assetids ? named(host, tx, assetids) : next(host, tx, count!);
    const { queued, retried, skipped } = waved;
    const counts = { queued: queued.length, retried: retried.length, skipped: skipped.length };
    if (queued.length + retried.length > 0)
      tx.audit({ entitytype: 'endpointcommand', entityid: null, details: counts, undoable: false });
    return waved;
  });
  for (const { assetid } of [...value.queued, ...value.retried]) host.one(Polls).wake(assetid);
  return value;
}

function named(host: Host, tx: Tx, assetids: readonly number[]): Waved {
  const waved: Waved = { queued: [], skipped: [], retried: [] };
  const stands = readinessOf(host, tx);
  for (const assetid of new Set(assetids)) {
    const pc = stands(assetid);
    if (!pc) throw invalid('assetids', `${assetid} is no PC in use.`);
    const isTrustAlone = pc.blockers.length === 1 && pc.blockers[0] === 'server_trust';
    if (pc.blockers.length > 0 && !isTrustAlone) waved.skipped.push({ assetid, blockers: pc.blockers });
    else waved[isTrustAlone ? 'retried' : 'queued'].push(upgrade(tx, pc));
  }
  return waved;
}

/** Those that are up to date are not next, and of no interest. */
function next(host: Host, tx: Tx, count: number): Waved {
  const waved: Waved = { queued: [], skipped: [], retried: [] };
  for (const pc of everyReadiness(host, tx)) {
    if (waved.queued.length >= count) break;
    if (pc.blockers.length === 0) waved.queued.push(upgrade(tx, pc));
    else if (!pc.blockers.includes('up_to_date'))
      waved.skipped.push({ assetid: pc.assetid, blockers: pc.blockers });
  }
  return waved;
}

/** A command that brings the PC to its build, which it names by its digest. */
function upgrade(tx: Tx, { assetid, build }: Readiness): { assetid: number; commandid: number } {
  const { actor } = tx.context;
  const { packageid, version } = build!;
  const { commandid } = insertCommand.get(tx, {
    assetid,
    action: 'run_script',
    parameters: JSON.stringify({ packageid, version }),
    payload: JSON.stringify(payloadOf(build!)),
    limitseconds: UPGRADE_SECONDS + REPORTING_SECONDS,
    userid: isPerson(actor) ? actor.userid : null,
    username: actor.name,
    isoverride: 0,
    at: tx.at,
  })!;
  return { assetid, commandid };
}

/** What the agent gets in the place of a script. */
const payloadOf = ({ packageid, version, platform, sha256, size }: Build) => ({
  scriptname: `Agent ${version}`,
  package: {
    packageid,
    version,
    platform,
    sha256,
    size,
    path: `/api/endpoints/packages/${packageid}/file`,
  },
  errormode: 'stop',
  captureoutput: true,
  workingdirectory: null,
  usercontext: 'system',
  timeoutseconds: UPGRADE_SECONDS,
});
