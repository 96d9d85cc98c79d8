import type { LogEntry } from './log-lines.ts';

const MAX_GROUPS = 200;

interface Group {
  count: number;
  first: unknown;
  last: unknown;
}

/**
 * Counts the warnings and errors of the log by their message, and the slow GET requests that succeeded by
 * their path. Each list has at most the 200 most frequent ones.
 */
export function summarizeLog(entries: readonly LogEntry[]): Record<string, unknown> {
  const errors = new Map<string, Group>();
  const slow = new Map<string, Group>();
  for (const { fields } of entries) {
    if (!fields) continue;
    const { time, level, message, method, path, status } = fields;
    if (level === 'warn' || level === 'error') count(errors, `${level}: ${message}`, time);
    if (message === 'request' && method === 'GET' && Number(status) < 400)
      count(slow, `${method} ${path}`, time);
  }
  return { log: listGroups(errors), slowrequests: listGroups(slow) };
}

function count(groups: Map<string, Group>, what: string, time: unknown): void {
  const group = groups.get(what);
  if (group) Object.assign(group, { count: group.count + 1, last: time });
  else groups.set(what, { count: 1, first: time, last: time });
}

const listGroups = (groups: Map<string, Group>) =>
  [...groups]
    .map(([what, group]) => ({ what, ...group }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_GROUPS);
