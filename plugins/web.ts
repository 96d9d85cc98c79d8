import type { PluginWeb } from '../src/web/plugin-parts.tsx';
import { computersWeb } from './computers/web/index.ts';
import { endpointsWeb } from './endpoints/web/index.ts';

/** What plugins bring to the UI beside what is drawn from their registers, one line each. */
export const pluginWebs: readonly PluginWeb[] = [computersWeb, endpointsWeb];
