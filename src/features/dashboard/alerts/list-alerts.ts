import { type Actor, isPerson } from '../../../kit/actor.ts';
import type { Attention, AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';
import { isAuthorized, toRouteAccess } from '../../../kit/http/access.ts';
import { ASSIGN, type AssignedAlert } from './alert-schemas.ts';
import { allAssignments } from './queries.ts';

/** An alert that a caller may see, before it is counted. */
export interface Alert extends Omit<Attention, 'count'> {
  count(): number;
}

/** Returns the alerts that the caller may see, also those with the count 0. */
export function listAlerts(host: Host, rules: readonly AttentionCount[], actor: Actor): Alert[] {
  const today = host.db.read((reader) => reader.today);
  const alerts = rules
    .filter((rule) => isAuthorized(actor, toRouteAccess(rule.needs)) && rule.isOn())
    .map(({ plugin, key, title, severity, topic, by, href, count }): Alert => {
      const readCount = () => host.db.remember(`attention ${key} ${by()}`, count);
      return {
        key,
        title,
        severity,
        topic,
        href: href(today),
        // A rule that throws counts as a failed part, which is an alert itself.
        count: () => host.pluginErrors.isolate(plugin, `the attention rule ${key}`, 0, readCount),
      };
    });
  return actor.isadmin ? [...alerts, pluginErrorsAlert(host)] : alerts;
}

const pluginErrorsAlert = (host: Host): Alert => ({
  key: 'faults',
  title: 'Plugins with errors',
  severity: 'warning',
  topic: 'failed',
  href: '/admin/plugins',
  count: () => host.pluginErrors.all().length,
});

/** Returns the alerts with a count above 0, and to signed-in users the assignment of each. */
export function countAlerts(host: Host, rules: readonly AttentionCount[], actor: Actor): AssignedAlert[] {
  const assignments = isPerson(actor) ? host.db.read((reader) => allAssignments.all(reader)) : [];
  const canassign = isAuthorized(actor, ASSIGN);
  return listAlerts(host, rules, actor)
    .map((alert): AssignedAlert => {
      const found = assignments.find(({ alertkey }) => alertkey === alert.key);
      const assignment = found ? { ...found, ismine: found.userid === actor.userid } : null;
      return { ...alert, count: alert.count(), canassign: canassign && alert.topic !== 'setup', assignment };
    })
    .filter(({ count }) => count > 0);
}
