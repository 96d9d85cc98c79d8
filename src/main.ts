import { commands as fromPlugins } from '../plugins/commands.ts';
import type { Output } from './kit/cli.ts';
import { UsageError } from './kit/config.ts';
import { version } from './kit/version.ts';

const USAGE = `millwright serve [--data DIR] [--host 0.0.0.0] [--port 8443] [--http-port N] [--no-tls] [--base-path /sub]
                 [--new-secrets] [--new-certificate]
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

async function main(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name.startsWith('--')) console.out(USAGE);
  else if (name === 'version') console.out(`millwright ${version}`);
  else if (Object.hasOwn(fromPlugins, name)) return fromPlugins[name]!.run(rest, console);
  else return runAppliance(name, rest);
  return 0;
}

/** An agent on a small PC does without all of the appliance: it is loaded here. */
async function runAppliance(name: string, args: string[]): Promise<number> {
  const { applianceCommands } = await import('./commands.ts');
  if (!Object.hasOwn(applianceCommands, name)) throw new UsageError(`There is no command ${name}.\n${USAGE}`);
  return applianceCommands[name]!(args, console);
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (cause) {
  // Faults of the box (a full disk, a foreign file) are said in one sentence; a stack is for what nobody foresaw.
  console.err(`millwright: ${cause instanceof Error ? cause.message : cause}`);
  process.exit(cause instanceof UsageError ? 2 : 1);
}
