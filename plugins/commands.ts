import type { CliCommand } from '../src/kit/cli.ts';

/**
 * Command-line commands of plugins. The code of a command is loaded when the command runs. The appliance is
 * not started for it.
 */
export const commands: Readonly<Record<string, CliCommand>> = {
  agent: {
    usage: `millwright agent install --server URL --pin PIN [--key-file FILE]  enroll this PC and install the agent
millwright agent enroll | run | status | uninstall [--state DIR]
millwright agent report --text TEXT [--screenshot]          report a problem of this PC`,
    help: async () => (await import('./endpoints/agent/command.ts')).usage,
    run: async (args, output) => (await import('./endpoints/agent/command.ts')).runAgentCommand(args, output),
  },
};
