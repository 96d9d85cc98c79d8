import { join } from 'node:path';

/** The folder that holds package.json. */
export const projectRoot = join(import.meta.dir, '..');

/** Everything that is built, and nothing else. */
export const distDir = join(projectRoot, 'dist');
