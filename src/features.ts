import { auditing } from './audit/index.ts';
import { catalog } from './catalog/index.ts';
import { collecting } from './collector/index.ts';
import { customising } from './customfields/index.ts';
import { dashboard } from './dashboard/index.ts';
import { displays } from './dashboarddefaults/index.ts';
import { identity } from './identity/index.ts';
import { importing } from './imports/index.ts';
import { kiosks } from './kioskdevices/index.ts';
import { labelling } from './labels/index.ts';
import { mapping } from './map/index.ts';
import { measuring } from './metrics/index.ts';
import type { Plugin } from './plugin.ts';
import { pluginAdmin } from './plugin-admin/index.ts';
import { viewsaving } from './savedviews/index.ts';
import { scheduling } from './scheduler/index.ts';
import { searching } from './search/index.ts';
import { platform } from './settings/index.ts';
import { setup } from './setup/index.ts';

/** The core, in the order of its navigation. Plugins are listed in plugins/index.ts. */
export const coreFeatures: readonly Plugin[] = [
  identity,
  platform,
  setup,
  catalog,
  customising,
  viewsaving,
  labelling,
  kiosks,
  displays,
  mapping,
  searching,
  dashboard,
  collecting,
  importing,
  auditing,
  measuring,
  scheduling,
  pluginAdmin,
];
