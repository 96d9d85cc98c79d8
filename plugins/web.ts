import type { WebPage } from '../src/web/page.ts';

/** The pages that plugins bring beside those that are drawn from their registers. */
export const pluginPages: WebPage[] = [];
