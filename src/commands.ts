import { files as ui } from '#ui';
import { plugins } from '../plugins/index.ts';
import { chainsOf } from './app.ts';
import { backup } from './cli/backup.ts';
import { readBackupFile } from './cli/backup-file.ts';
import { doctor } from './cli/doctor.ts';
import { migrateOnly } from './cli/migrate.ts';
import { resetPassword } from './cli/reset-password.ts';
import { restore } from './cli/restore.ts';
import { serve } from './cli/serve.ts';
import { runDemo } from './demo/command.ts';
import { coreFeatures } from './features/index.ts';
import type { Output } from './kit/cli.ts';
import { readConfig, UsageError } from './kit/config.ts';

const configOf = (args: string[]) => readConfig(args, process.env);

function resetPasswordNow(args: string[], output: Output): Promise<number> {
  const [user, ...flags] = args;
  if (!user || user.startsWith('-')) throw new UsageError('Name the user: millwright reset-password USER.');
  return resetPassword(configOf(flags), chainsOf(plugins), user, output);
}

/** What the appliance does, by the name of the command. */
export const applianceCommands: Readonly<
  Record<string, (args: string[], output: Output) => number | Promise<number>>
> = {
  serve: (args, output) => serve(configOf(args), plugins, ui, output),
  doctor: (args, output) => doctor(configOf(args), chainsOf(plugins), output),
  migrate: (args, output) => migrateOnly(configOf(args), chainsOf(plugins), output),
  backup: (args, output) => backup(readBackupFile('backup', args, process.env), chainsOf(plugins), output),
  restore: (args, output) =>
    restore(readBackupFile('restore', args, process.env), {
      chains: chainsOf(plugins),
      features: [...coreFeatures(plugins), ...plugins],
      output,
    }),
  'reset-password': resetPasswordNow,
  demo: (args, { out }) => runDemo(args, process.env, out),
};
