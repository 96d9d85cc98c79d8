import type { Reader } from '../../../src/kit/data/reader.ts';
import { createSystemContext, type Tx } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { readPausedSince } from '../../../src/kit/outbox/pause-deliveries.ts';
import { syncIpAddresses } from '../../computers/index.ts';
import { computers } from '../../computers/tables.ts';
import { lockOf } from '../commands/queries.ts';
import { CurrentBuilds, findBuild } from '../packages/builds.ts';
import { createPolicyResolver, type Policy } from '../policies/effective.ts';
import { enrollmentBlockOf } from '../queries.ts';
import { findPcFacts } from '../scope.ts';
import { CheckInBuffer } from './check-in-buffer.ts';
import { CheckInLimiter } from './check-in-limiter.ts';
import { saveEvents } from './events.ts';
import { computerIdOf, endpointOf, insertTransition, pruneTransitions, saveEndpoint } from './queries.ts';
import type { CheckIn } from './schemas.ts';
import { ServerPins } from './server-pins.ts';
import { computeNextCheckInSeconds, readReturnSeconds } from './slots.ts';
import { type Verdict, verdictOf } from './verdict.ts';

const MAX_TRANSITIONS = 50;
const OFFLINE_AFTER_POLLS = 3;
const OFFLINE_AFTER_SECONDS = 300;

/** Returns the effective policy of an active PC and its check-in interval in seconds. */
export function readOrders(
  host: Host,
  reader: Reader,
  assetid: number,
): { policy: Policy; pollseconds: number } {
  const policy = createPolicyResolver(host)(findPcFacts(reader, assetid)!);
  return { policy, pollseconds: policy.pollseconds ?? host.settings.integer('endpoints_poll_seconds') };
}

/**
 * Stores the check-in of an agent and returns its orders. A repeated report without events only puts time
 * stamps into the buffer. Throws 429 when the PC sends too many other reports.
 */
export function checkIn(host: Host, assetid: number, usesSharedKey: boolean, report: CheckIn) {
  const { policy, pollseconds } = host.db.read((reader) => readOrders(host, reader, assetid));
  storeReport(host, assetid, usesSharedKey, report, pollseconds);
  const nextseconds = computeNextCheckInSeconds(assetid, pollseconds, host.clock.now());
  const returnseconds = readReturnSeconds(host, assetid);
  const enforces = policy.allowedactions.includes('enforce_run') && !isHeld(host, assetid);
  return {
    assetid,
    pollseconds,
    nextseconds,
    returnseconds,
    enforces,
    ...standingOrders(host, policy, report),
  };
}

/**
 * Reports whether the PC must not enforce. Either a user locked it, or deliveries are paused after a restore
 * and the entries may be outdated.
 */
const isHeld = (host: Host, assetid: number): boolean =>
  host.db.read(
    (reader) =>
      readPausedSince(reader) !== null || lockOf.get(reader, { assetid, at: reader.at }) !== undefined,
  );

function standingOrders(host: Host, { policyname, allowedactions }: Policy, { osversion }: CheckIn) {
  return {
    alertseconds: host.settings.integer('endpoints_alert_seconds'),
    currentagentversion: findBuild(host.getInstance(CurrentBuilds).list, osversion)?.version ?? null,
    policy: { policyname, allowedactions: [...allowedactions] },
    serverpins: host.getInstance(ServerPins).list,
  };
}

/** Converts a check-in into the stored form. */
function stateOf(now: Date, usesSharedKey: boolean, report: CheckIn, pollseconds: number) {
  const { hostname: _name, uptimeseconds = null, events, ...lasting } = report;
  const seconds = OFFLINE_AFTER_POLLS * pollseconds + OFFLINE_AFTER_SECONDS;
  const expectedby = new Date(now.getTime() + seconds * 1000).toISOString();
  const verdict = verdictOf(report);
  return {
    stamp: { lastcheckin: now.toISOString(), expectedby, uptimeseconds },
    verdict,
    events,
    said: JSON.stringify({ ...lasting, verdict, isShared: usesSharedKey }),
  };
}

function storeReport(
  host: Host,
  assetid: number,
  usesSharedKey: boolean,
  report: CheckIn,
  pollseconds: number,
): void {
  const { said, events, stamp } = stateOf(host.clock.now(), usesSharedKey, report, pollseconds);
  const before = host.db.read((reader) => endpointOf.get(reader, { assetid }));
  if (before?.said === said && events.length === 0) {
    host.getInstance(CheckInBuffer).add(assetid, stamp);
    return;
  }
  host.getInstance(CheckInLimiter).count(`asset ${assetid}`);
  host.db.transact(createSystemContext(), 'endpoints.pc.checkedin', (tx) => {
    saveCheckIn(tx, assetid, usesSharedKey, report, pollseconds);
    // From now on the PC authenticates with the shared key only. The audit row shows since when.
    const isDegraded = usesSharedKey && before?.isshared !== 1;
    const details = isDegraded
      ? { sharedkey: true, reenrollblocked: enrollmentBlockOf.get(tx, { assetid }) !== undefined }
      : undefined;
    // A check-in alone is not audited; a change in the register is, such as a new signed-in user.
    if (isDegraded || tx.journal.length > 0)
      tx.audit({ entitytype: 'asset', entityid: assetid, details, undoable: false });
  });
}

/**
 * Writes a check-in within a transaction, without an audit row. Returns how the stored state changed;
 * `unchanged` means that the report and the kind of its key repeat the previous ones. Time, uptime and host
 * name do not count, and events only if they change the health verdict of the PC.
 */
export function saveCheckIn(
  tx: Tx,
  assetid: number,
  usesSharedKey: boolean,
  report: CheckIn,
  pollseconds: number,
): 'created' | 'updated' | 'unchanged' {
  const { said, events, stamp, verdict } = stateOf(new Date(tx.at), usesSharedKey, report, pollseconds);
  const before = endpointOf.get(tx, { assetid });
  saveEndpoint.run(tx, {
    assetid,
    agentversion: report.agentversion ?? null,
    osversion: report.osversion ?? null,
    verdict: verdict.verdict,
    verdictreason: verdict.reason,
    ispinned: report.servertrust?.pinned ? 1 : 0,
    spkipin: report.servertrust?.spkipin ?? null,
    isshared: usesSharedKey ? 1 : 0,
    said,
    ...stamp,
  });
  if (before?.verdict !== verdict.verdict)
    recordTransition(tx, assetid, before?.verdict ?? 'unknown', verdict);
  saveEvents(tx, assetid, events);
  keepUser(tx, assetid, report.loggedinuser);
  keepAddresses(tx, assetid, before?.said, report.ipaddresses);
  if (!before) return 'created';
  return before.said === said ? 'unchanged' : 'updated';
}

/** Records a change of the verdict and keeps the newest `MAX_TRANSITIONS` changes. */
function recordTransition(tx: Tx, assetid: number, fromverdict: string, { verdict, reason }: Verdict): void {
  insertTransition.run(tx, { assetid, fromverdict, toverdict: verdict, reason, createddate: tx.at });
  pruneTransitions.run(tx, { assetid, most: MAX_TRANSITIONS });
}

/** Stores the signed-in user in the register. Undefined changes nothing, and null deletes the name. */
function keepUser(tx: Tx, assetid: number, loggedinuser: string | null | undefined): void {
  if (loggedinuser === undefined) return;
  tx.update(computers, computerIdOf.get(tx, { assetid })!.computerid, { loggedinuser });
}

/**
 * Stores the addresses in the register. A repeated report changes nothing, so that manual corrections stay.
 */
function keepAddresses(
  tx: Tx,
  assetid: number,
  previousJson: string | null | undefined,
  now: CheckIn['ipaddresses'],
): void {
  if (!now) return;
  const { ipaddresses: before } = JSON.parse(previousJson ?? '{}') as Partial<CheckIn>;
  if (JSON.stringify(before) !== JSON.stringify(now)) syncIpAddresses(tx, assetid, now);
}
