import { commands as fromPlugins } from '../plugins/commands.ts';
import { readConfig, UsageError } from './kit/config.ts';
import { createConsoleOutput } from './kit/console.ts';
import { buildInfo } from './kit/version.ts';

/** The usage of the commands of the appliance, whose modules are loaded on demand. */
const USAGES: Readonly<Record<string, string>> = {
  serve: `millwright serve [--data DIR] [--host 0.0.0.0] [--port 8443] [--http-port N] [--no-tls] [--base-path /sub]
                 [--new-secrets] [--new-certificate]`,
  doctor: 'millwright doctor [--data DIR]              check a data directory',
  migrate: 'millwright migrate [--data DIR]             migrate the database',
  backup: `millwright backup FILE [--data DIR] [--passphrase-file F]
                                              create a backup, also of a running appliance`,
  restore: `millwright restore FILE [--data DIR] [--passphrase-file F] [--replace]
                                              restore a backup into a data directory`,
  upgrade: `millwright upgrade FILE [--data DIR]        upgrade to a signed newer program, FILE with FILE.sig`,
  trial: `millwright trial [--data DIR]               test this version on a copy of the data`,
  support: `millwright support FILE [--data DIR] [--personal]
                                              create a support bundle, without secrets and names`,
  'reset-password': 'millwright reset-password USER [--data DIR] reset the password of a user',
  health: `millwright health [--data DIR] [--port 8443] [--no-tls] [--base-path /sub]
                                              check the health of the running appliance`,
  demo: 'millwright demo [--url URL] [--assets N]    load a demo plant into an appliance',
  version: 'millwright version [--json]                 print the version',
};
const USAGE = [...Object.values(USAGES), ...Object.values(fromPlugins).map(({ usage }) => usage), ''].join(
  '\n',
);

const console = createConsoleOutput(process);

async function main(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name === '-h' || name === '--help') console.out(USAGE);
  else if (rest.some((word) => word === '--help' || word === '-h')) return help(name);
  else if (name === 'version' || name === '--version') return tellVersion(rest);
  else if (name === 'health') return checkHealth(rest);
  else if (Object.hasOwn(fromPlugins, name)) return fromPlugins[name]!.run(rest, console);
  else return runAppliance(name, rest);
  return 0;
}

/** Prints the version; with `--json` for programs, such as installers. */
async function tellVersion([how, ...more]: string[]): Promise<number> {
  if (more.length > 0 || (how !== undefined && how !== '--json'))
    throw new UsageError('"millwright version" only accepts --json.');
  if (how === undefined) console.out(`millwright ${buildInfo.version}`);
  else {
    const { runtime } = await import('#runtime');
    const { platform, arch } = process;
    console.out(JSON.stringify({ ...buildInfo, runtime: runtime.name, platform, arch }));
  }
  return 0;
}

/** Checks the health. Containers run this twice a minute, so it loads only a few modules of the appliance. */
async function checkHealth(args: string[]): Promise<number> {
  const config = readConfig(args, process.env);
  return (await import('./cli/health.ts')).checkHealth(config, console);
}

/** Prints the help of a command and runs nothing, whatever other arguments follow. */
async function help(name: string): Promise<number> {
  if (name === 'demo') return runAppliance(name, ['--help']);
  const fromPlugin = Object.hasOwn(fromPlugins, name) ? fromPlugins[name]! : undefined;
  const own = Object.hasOwn(USAGES, name) ? USAGES[name]! : undefined;
  const text = fromPlugin?.help ? await fromPlugin.help() : (fromPlugin?.usage ?? own);
  if (text === undefined) throw noSuchCommand(name);
  console.out(text);
  return 0;
}

const noSuchCommand = (name: string) => new UsageError(`Unknown command ${name}.\n${USAGE}`);

/**
 * Runs a command of the appliance. Its modules are loaded here, because an agent on a small PC needs none of
 * them.
 */
async function runAppliance(name: string, args: string[]): Promise<number> {
  const { applianceCommands } = await import('./commands.ts');
  if (!Object.hasOwn(applianceCommands, name)) throw noSuchCommand(name);
  return applianceCommands[name]!(args, console);
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (cause) {
  // Faults of the environment (a full disk, a foreign file) print one sentence, without a stack.
  console.err(`millwright: ${cause instanceof Error ? cause.message : cause}`);
  process.exit(cause instanceof UsageError ? 2 : 1);
}
