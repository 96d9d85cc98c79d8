import { SerialQueue } from '../../../src/kit/serial-queue.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { Connection } from '../agent/connection.ts';

/** Creates a context without a running agent: it calls `url` with these headers and works in the folder `work`. */
export const createAgentContext = (
  url: string,
  work: string,
  headers: Record<string, string> = {},
): AgentContext => ({
  connection: new Connection(url, () => []),
  headers: () => headers,
  named: (path) => path,
  unsupportedReports: new Set(),
  enforcing: new SerialQueue(),
  work,
  restartSoon: () => undefined,
});
