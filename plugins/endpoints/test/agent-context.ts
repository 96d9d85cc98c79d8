import type { AgentContext } from '../agent/agent-context.ts';
import { Connection } from '../agent/connection.ts';
import { Mutex } from '../agent/mutex.ts';

/** What an agent without a life of its own has: it asks `url` with these headers, and works in the folder `work`. */
export const createAgentContext = (
  url: string,
  work: string,
  headers: Record<string, string> = {},
): AgentContext => ({
  connection: new Connection(url, () => []),
  headers: () => headers,
  named: (path) => path,
  notkept: new Set(),
  enforcing: new Mutex(),
  work,
  restartSoon: () => undefined,
});
