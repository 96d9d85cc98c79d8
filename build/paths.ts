import { join } from 'node:path';

/** The folder with package.json. */
export const projectRoot = join(import.meta.dir, '..');

/** The folder of all build results. It contains nothing else. */
export const distDir = join(projectRoot, 'dist');
