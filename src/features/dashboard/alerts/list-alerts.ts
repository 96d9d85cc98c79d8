import { type Actor, isPerson } from '../../../kit/actor.ts';
import type { Attention, AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';
import { type Access, isAuthorized, toRouteAccess } from '../../../kit/http/access.ts';
import type { Call } from '../../../kit/http/call.ts';
import { createViewAlertVisibility, listViewAlerts, type ViewAlert } from '../../viewalerts/index.ts';
import { ASSIGN, type AssignedAlert } from './alert-schemas.ts';
import { allAssignments } from './queries.ts';
import { readCountOf } from './read-count.ts';
import { readPlacedAlerts, readTrends } from './trends.ts';

/** An alert that a caller may see, before it is counted. */
export interface Alert extends Omit<Attention, 'count'> {
  /** The access to what it counts. It is `admin` for an alert that only its user sees. */
  access: Access;
  /** The view of an alert that a user made. */
  view?: { savedviewid: number; userid: number; ismine: boolean };
  /** Returns the number of records, whether the alert is open, and why they cannot be counted. */
  check(): AlertCheck;
}

interface AlertCheck {
  count: number;
  isopen: boolean;
  problem: string | null;
}

const openAboveZero = (count: number) => ({ count, isopen: count > 0, problem: null });

const canSeeRule = (rule: AttentionCount, actor: Actor): boolean =>
  isAuthorized(actor, toRouteAccess(rule.needs)) && rule.isOn();

/** Returns a function that reports whether a user sees an alert. It is quick, because it runs for each user. */
export function createVisibility(
  host: Host,
  rules: readonly AttentionCount[],
  key: string,
): (actor: Actor) => boolean {
  if (key === PLUGIN_ERRORS_KEY) return (actor) => actor.isadmin;
  const rule = rules.find((candidate) => candidate.key === key);
  return rule ? (actor) => canSeeRule(rule, actor) : createViewAlertVisibility(host, key);
}

/** Returns the alerts that the caller may see, also those that are not open. */
export function listAlerts(host: Host, rules: readonly AttentionCount[], actor: Actor): Alert[] {
  const today = host.db.read((reader) => reader.today);
  const alerts = rules
    .filter((rule) => canSeeRule(rule, actor))
    .map((rule): Alert => {
      const { key, title, severity, topic, href } = rule;
      const check = () => openAboveZero(readCountOf(host, rule));
      const access = toRouteAccess(rule.needs);
      return { key, title, severity, topic, href: href(today), access, check };
    });
  const faults = actor.isadmin ? [pluginErrorsAlert(host)] : [];
  return [...alerts, ...faults, ...listViewAlerts(host, actor).map(toAlert)];
}

const PLUGIN_ERRORS_KEY = 'faults';
const pluginErrorsAlert = (host: Host): Alert => ({
  key: PLUGIN_ERRORS_KEY,
  title: 'Plugins with errors',
  severity: 'warning',
  topic: 'failed',
  href: '/admin/plugins',
  access: 'admin',
  check: () => openAboveZero(host.pluginErrors.all().length),
});

const toAlert = ({ savedviewid, userid, ismine, ...alert }: ViewAlert): Alert => ({
  ...alert,
  topic: 'other',
  view: { savedviewid, userid, ismine },
});

/** Returns the open alerts, and to signed-in users the assignment of each. Counts them in time slices. */
export async function countAlerts(
  host: Host,
  rules: readonly AttentionCount[],
  call: Pick<Call, 'actor' | 'createTimeSlice'>,
): Promise<AssignedAlert[]> {
  const { actor } = call;
  const turn = call.createTimeSlice();
  const describe = createDescriber(host, actor);
  const open: AssignedAlert[] = [];
  for (const alert of listAlerts(host, rules, actor)) {
    const result = alert.check();
    if (result.isopen) open.push(describe(alert, result));
    if (turn.isOver) await turn.nextOf(host.db.serialQueue);
  }
  return open;
}

/** Returns a function that creates the response for an open alert. */
function createDescriber(host: Host, actor: Actor) {
  const assignments = isPerson(actor) ? host.db.read((reader) => allAssignments.all(reader)) : [];
  const mayAssign = isAuthorized(actor, ASSIGN);
  const trends = readTrends(host);
  const placed = readPlacedAlerts(host);
  return (
    { check: _check, access: _access, view, ...alert }: Alert,
    { count, problem }: AlertCheck,
  ): AssignedAlert => {
    const found = assignments.find(({ alertkey }) => alertkey === alert.key);
    return {
      ...alert,
      count,
      canassign: mayAssign && alert.topic !== 'setup' && problem === null,
      assignment: found ? { ...found, ismine: found.userid === actor.userid } : null,
      view: view ? { ...view, problem } : null,
      hasplaces: problem === null && placed.has(alert.key),
      trend: problem === null ? (trends.get(alert.key) ?? []) : [],
    };
  };
}
