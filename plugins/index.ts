import type { Plugin } from '../src/kit/plugin.ts';
import { backupsPlugin } from './backups/index.ts';
import { computersPlugin } from './computers/index.ts';
import { employeesPlugin } from './employees/index.ts';
import { endpointsPlugin } from './endpoints/index.ts';
import { enforcePlugin } from './enforce/index.ts';
import { knowledgebasePlugin } from './knowledgebase/index.ts';
import { machinesPlugin } from './machines/index.ts';
import { measuringtoolsPlugin } from './measuringtools/index.ts';
import { networkPlugin } from './network/index.ts';
import { notificationsPlugin } from './notifications/index.ts';
import { printedpartsPlugin } from './printedparts/index.ts';
import { printersPlugin } from './printers/index.ts';
import { securesendPlugin } from './securesend/index.ts';
import { slidesPlugin } from './slides/index.ts';
import { stocktakePlugin } from './stocktake/index.ts';
import { usbPlugin } from './usb/index.ts';
import { warrantyPlugin } from './warranty/index.ts';

/** The plugins of the product, one per line. Their pages are listed in `plugins/web.ts`. */
export const plugins: readonly Plugin[] = [
  computersPlugin,
  notificationsPlugin,
  endpointsPlugin,
  enforcePlugin,
  measuringtoolsPlugin,
  warrantyPlugin,
  backupsPlugin,
  usbPlugin,
  machinesPlugin,
  networkPlugin,
  printersPlugin,
  knowledgebasePlugin,
  employeesPlugin,
  stocktakePlugin,
  securesendPlugin,
  printedpartsPlugin,
  slidesPlugin,
];
