import { type Actor, isPerson } from '../../../kit/actor.ts';
import type { Attention, AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';
import { isAuthorized, toRouteAccess } from '../../../kit/http/access.ts';
import { listViewAlerts, type ViewAlert } from '../../viewalerts/index.ts';
import { ASSIGN, type AssignedAlert } from './alert-schemas.ts';
import { allAssignments } from './queries.ts';

/** An alert that a caller may see, before it is counted. */
export interface Alert extends Omit<Attention, 'count'> {
  /** The view of an alert that a user made. */
  view?: { savedviewid: number; ismine: boolean };
  /** Returns the number of records, whether the alert is open, and why they cannot be counted. */
  check(): { count: number; isopen: boolean; problem: string | null };
}

const openAboveZero = (count: number) => ({ count, isopen: count > 0, problem: null });

/** Returns the alerts that the caller may see, also those that are not open. */
export function listAlerts(host: Host, rules: readonly AttentionCount[], actor: Actor): Alert[] {
  const today = host.db.read((reader) => reader.today);
  const alerts = rules
    .filter((rule) => isAuthorized(actor, toRouteAccess(rule.needs)) && rule.isOn())
    .map(({ plugin, key, title, severity, topic, by, isLive, href, count }): Alert => {
      const readCount = () =>
        isLive ? host.db.read(count) : host.db.remember(`attention ${key} ${by()}`, count);
      return {
        key,
        title,
        severity,
        topic,
        href: href(today),
        // A rule that throws counts as a failed part, which is an alert itself.
        check: () =>
          openAboveZero(host.pluginErrors.isolate(plugin, `the attention rule ${key}`, 0, readCount)),
      };
    });
  const faults = actor.isadmin ? [pluginErrorsAlert(host)] : [];
  return [...alerts, ...faults, ...listViewAlerts(host, actor).map(toAlert)];
}

const pluginErrorsAlert = (host: Host): Alert => ({
  key: 'faults',
  title: 'Plugins with errors',
  severity: 'warning',
  topic: 'failed',
  href: '/admin/plugins',
  check: () => openAboveZero(host.pluginErrors.all().length),
});

const toAlert = ({ savedviewid, ismine, ...alert }: ViewAlert): Alert => ({
  ...alert,
  topic: 'other',
  view: { savedviewid, ismine },
});

/** Returns the open alerts, and to signed-in users the assignment of each. */
export function countAlerts(host: Host, rules: readonly AttentionCount[], actor: Actor): AssignedAlert[] {
  const assignments = isPerson(actor) ? host.db.read((reader) => allAssignments.all(reader)) : [];
  const canassign = isAuthorized(actor, ASSIGN);
  return listAlerts(host, rules, actor).flatMap(({ check, view, ...alert }): AssignedAlert[] => {
    const { count, isopen, problem } = check();
    if (!isopen) return [];
    const found = assignments.find(({ alertkey }) => alertkey === alert.key);
    const assignment = found ? { ...found, ismine: found.userid === actor.userid } : null;
    return [
      {
        ...alert,
        count,
        canassign: canassign && alert.topic !== 'setup' && problem === null,
        assignment,
        view: view ? { ...view, problem } : null,
      },
    ];
  });
}
