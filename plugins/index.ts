import type { Plugin } from '../src/kit/plugin.ts';
import { computersPlugin } from './computers/index.ts';
import { endpointsPlugin } from './endpoints/index.ts';
import { notificationsPlugin } from './notifications/index.ts';

/** The plugins of the product, one line each. A plugin's pages are listed in web.ts beside this file. */
export const plugins: readonly Plugin[] = [computersPlugin, notificationsPlugin, endpointsPlugin];
