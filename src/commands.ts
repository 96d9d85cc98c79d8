import { files as ui } from '#ui';
import { plugins } from '../plugins/index.ts';
import { chainsOf } from './app.ts';
import { readBackupFile } from './cli/backup-file.ts';
import { migrateOnly } from './cli/migrate.ts';
import { resetPassword } from './cli/reset-password.ts';
import { serve } from './cli/serve.ts';
import { describeDeclaredData } from './declared-data.ts';
import { listCoreFeatures } from './features/index.ts';
import type { Output } from './kit/cli.ts';
import { readConfig, UsageError } from './kit/config.ts';
import { checkDataDirectory } from './kit/doctor/doctor.ts';

const configOf = (args: string[]) => readConfig(args, process.env);

function resetPasswordNow(args: string[], output: Output): Promise<number> {
  const [user, ...flags] = args;
  if (!user || user.startsWith('-'))
    throw new UsageError('Specify the user: millwright reset-password USER.');
  return resetPassword(configOf(flags), chainsOf(plugins), user, output);
}

/** The commands of the appliance, by name. */
export const applianceCommands: Readonly<
  Record<string, (args: string[], output: Output) => number | Promise<number>>
> = {
  serve: (args, output) => serve(configOf(args), plugins, ui, output),
  doctor: (args, output) => checkDataDirectory(configOf(args), chainsOf(plugins), output),
  migrate: (args, output) => migrateOnly(configOf(args), chainsOf(plugins), output),
  // The modules of these commands are loaded on demand, because `serve` needs none of them.
  backup: async (args, output) => {
    const { runBackupCommand } = await import('./cli/backup.ts');
    const own = { chains: chainsOf(plugins), plugins };
    return runBackupCommand(readBackupFile('backup', args, process.env), own, output);
  },
  restore: async (args, output) => {
    const { runRestoreCommand } = await import('./cli/restore.ts');
    const features = [...listCoreFeatures(plugins), ...plugins];
    const command = readBackupFile('restore', args, process.env);
    return runRestoreCommand(command, { chains: chainsOf(plugins), features, output });
  },
  upgrade: async (args, output) => {
    const { readUpgradeCommand, runUpgradeCommand } = await import('./cli/upgrade.ts');
    return runUpgradeCommand(readUpgradeCommand(args, process.env), output);
  },
  trial: async (args, output) =>
    (await import('./cli/trial.ts')).tryVersion(configOf(args), plugins, ui, output),
  support: async (args, output) => {
    const { readSupportCommand, writeSupportBundle } = await import('./cli/support.ts');
    const declared = describeDeclaredData([...listCoreFeatures(plugins), ...plugins]);
    return writeSupportBundle(
      readSupportCommand(args, process.env),
      { chains: chainsOf(plugins), declared },
      output,
    );
  },
  'reset-password': resetPasswordNow,
  demo: async (args, { out }) => (await import('./demo/command.ts')).runDemo(args, process.env, out),
};
