import { rowLimit } from '../../kit/data/row-limit.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { alertLimit } from './alert-limit.ts';
import { viewAlertRoutes } from './routes.ts';
import { MAX_VIEW_ALERTS } from './schemas.ts';
import * as tables from './tables.ts';

export { findFilteredList } from './count-view.ts';
export {
  createViewAlertVisibility,
  listAlertsOfOwners,
  listViewAlerts,
  type ViewAlert,
  viewAlertKeyOf,
} from './list-view-alerts.ts';

/** Alerts on the dashboard that users make from saved views. */
export const viewAlertsFeature = definePlugin({
  id: 'viewalerts',
  title: 'View alerts',
  description: 'Alerts from saved views',
  core: true,
  tables,
  auditEntities: {
    viewalert: { id: tables.viewalerts.viewalertid, name: tables.viewalerts.title, page: () => '/' },
  },
  rowTitles: {
    viewalerts: {
      one: 'View alert',
      fields: {
        title: { title: 'Name' },
        comparison: { title: 'Alert when' },
        threshold: { title: 'Rows', kind: 'integer' },
        severity: { title: 'Severity' },
        isshared: { title: 'Shared', kind: 'boolean' },
      },
    },
  },
  invariants: [
    rowLimit(tables.viewalerts, 'view alerts', {
      most: MAX_VIEW_ALERTS,
      per: { column: 'userid', one: 'person' },
    }),
    alertLimit,
  ],
  routes: (host) => [viewAlertRoutes(host)],
});
