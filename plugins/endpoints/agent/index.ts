import type { CliCommand } from '../../../src/kit/plugin.ts';

/** `millwright agent`: loaded when it is asked for. */
export const agent: CliCommand = {
  usage: `millwright agent install --server URL --pin PIN [--key KEY]  put this PC under management
millwright agent enroll | run | status | uninstall [--state DIR]`,
  run: async (args, output) => (await import('./command.ts')).agentCommand(args, output),
};
