import type { Plugin } from '../kit/plugin.ts';
import { applianceFeature } from './appliance/index.ts';
import { appliancebackups } from './appliancebackups/index.ts';
import { assetFilesFeature } from './assetfiles/index.ts';
import { audit } from './audit/index.ts';
import { calendarFeedsFeature } from './calendarfeeds/index.ts';
import { catalog } from './catalog/index.ts';
import { collector } from './collector/index.ts';
import { customFieldsFeature } from './customfields/index.ts';
import { dashboard } from './dashboard/index.ts';
import { dashboardDefaultsFeature } from './dashboarddefaults/index.ts';
import { demoFeature } from './demo/index.ts';
import { duplicates } from './duplicates/index.ts';
import { identity } from './identity/index.ts';
import { importsFeature } from './imports/index.ts';
import { jobsFeature } from './jobs/index.ts';
import { createKioskDevicesFeature } from './kioskdevices/index.ts';
import { labels } from './labels/index.ts';
import { map } from './map/index.ts';
import { metrics } from './metrics/index.ts';
import { outboxFeature } from './outbox/index.ts';
import { platform } from './platform/index.ts';
import { pluginadmin } from './pluginadmin/index.ts';
import { reminders } from './reminders/index.ts';
import { reports } from './reports/index.ts';
import { savedViewsFeature } from './savedviews/index.ts';
import { search } from './search/index.ts';
import { setup } from './setup/index.ts';
import { support } from './support/index.ts';
import { viewAlertsFeature } from './viewalerts/index.ts';

/**
 * Returns the core features. The plugins, which are listed in `plugins/index.ts`, declare the kinds of kiosk
 * devices.
 */
export const listCoreFeatures = (plugins: readonly Plugin[]): Plugin[] => [
  identity,
  platform,
  outboxFeature,
  setup,
  catalog,
  assetFilesFeature,
  customFieldsFeature,
  savedViewsFeature,
  viewAlertsFeature,
  labels,
  createKioskDevicesFeature(plugins),
  dashboardDefaultsFeature,
  map,
  search,
  dashboard,
  calendarFeedsFeature,
  collector,
  importsFeature,
  duplicates,
  reports,
  reminders,
  audit,
  metrics,
  appliancebackups,
  applianceFeature,
  support,
  demoFeature,
  jobsFeature,
  pluginadmin,
];
