import type { PluginWeb } from '../src/web/plugin-parts.tsx';
import { backupsWeb } from './backups/web/index.ts';
import { computersWeb } from './computers/web/index.ts';
import { employeesWeb } from './employees/web/index.ts';
import { endpointsWeb } from './endpoints/web/index.ts';
import { enforceWeb } from './enforce/web/index.ts';
import { knowledgebaseWeb } from './knowledgebase/web/index.ts';
import { machinesWeb } from './machines/web/index.ts';
import { measuringtoolsWeb } from './measuringtools/web/index.ts';
import { networkWeb } from './network/web/index.ts';
import { notificationsWeb } from './notifications/web/index.ts';
import { printedpartsWeb } from './printedparts/web/index.ts';
import { printersWeb } from './printers/web/index.ts';
import { securesendWeb } from './securesend/web/index.ts';
import { slidesWeb } from './slides/web/index.ts';
import { stocktakeWeb } from './stocktake/web/index.ts';
import { usbWeb } from './usb/web/index.ts';
import { warrantyWeb } from './warranty/web/index.ts';

/** The UI contributions of plugins beyond the pages that are generated from their registers, one per line. */
export const pluginWebs: readonly PluginWeb[] = [
  machinesWeb,
  computersWeb,
  endpointsWeb,
  enforceWeb,
  networkWeb,
  printersWeb,
  measuringtoolsWeb,
  warrantyWeb,
  backupsWeb,
  employeesWeb,
  knowledgebaseWeb,
  notificationsWeb,
  stocktakeWeb,
  usbWeb,
  securesendWeb,
  printedpartsWeb,
  slidesWeb,
];
