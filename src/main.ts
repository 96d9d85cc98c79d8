import { files as ui } from '#ui';
import { plugins } from '../plugins/index.ts';
import { chainsOf } from './app.ts';
import { doctor } from './cli/doctor.ts';
import { migrateOnly } from './cli/migrate.ts';
import { resetPassword } from './cli/reset-password.ts';
import { type Output, serve } from './cli/serve.ts';
import { runDemo } from './demo/command.ts';
import { readConfig, UsageError } from './kit/config.ts';
import type { CliCommand } from './kit/plugin.ts';
import { version } from './kit/version.ts';

const fromPlugins: Record<string, CliCommand> = Object.assign({}, ...plugins.map(({ commands }) => commands));

const USAGE = `millwright serve [--data DIR] [--host 0.0.0.0] [--port 8443] [--http-port N] [--no-tls] [--base-path /sub]
millwright doctor [--data DIR]              look at a data directory
millwright migrate [--data DIR]             bring its database up to date
millwright reset-password USER [--data DIR] give a user a new password
millwright demo [--url URL] [--assets N]    fill an appliance with a demo plant
${Object.values(fromPlugins)
  .map(({ usage }) => usage)
  .join('\n')}
millwright version
`;

const console: Output = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};

function resetPasswordNow(args: string[]): Promise<number> {
  const [user, ...flags] = args;
  if (!user || user.startsWith('-')) throw new UsageError('Name the user: millwright reset-password USER.');
  return resetPassword(readConfig(flags, process.env), user, console);
}

const commands: Record<string, (args: string[]) => number | Promise<number>> = {
  serve: (args) => serve(readConfig(args, process.env), plugins, ui, console),
  doctor: (args) => doctor(readConfig(args, process.env), chainsOf(plugins), console),
  migrate: (args) => migrateOnly(readConfig(args, process.env), chainsOf(plugins), console),
  'reset-password': resetPasswordNow,
  ...Object.fromEntries(
    Object.entries(fromPlugins).map(([name, { run }]) => [name, (args: string[]) => run(args, console)]),
  ),
  demo: (args) => runDemo(args, process.env, console.out),
  version: () => {
    console.out(`millwright ${version}`);
    return 0;
  },
  help: () => {
    console.out(USAGE);
    return 0;
  },
};

async function main(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  const command = commands[name] ?? (name.startsWith('--') ? commands.help : undefined);
  if (!command) throw new UsageError(`There is no command ${name}.\n${USAGE}`);
  return command(rest);
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (cause) {
  // Faults of the box (a full disk, a foreign file) are said in one sentence; a stack is for what nobody foresaw.
  console.err(`millwright: ${cause instanceof Error ? cause.message : cause}`);
  process.exit(cause instanceof UsageError ? 2 : 1);
}
