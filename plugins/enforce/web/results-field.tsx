import './enforce-styles.ts';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import type { PluginFieldValueProps } from '../../../src/web/plugin-parts.tsx';
import type { ResultAction } from '../labels.ts';

interface Result {
  entryname: string;
  action: ResultAction;
  message?: string | null;
  exitcode?: number | null;
}

/** For each action of an entry: the state that determines its color, and its label. */
const WORDS: Record<ResultAction, [state: string, word: string]> = {
  installed: ['changed', 'Installed'],
  updated: ['changed', 'Updated'],
  removed: ['changed', 'Removed'],
  skipped: ['inactive', 'Skipped'],
  uptodate: ['ok', 'Up to date'],
  failed: ['failed', 'Failed'],
};

/** Shows the result of each entry on a PC, failures first. */
export function ResultsText({ value }: PluginFieldValueProps) {
  const results = (Array.isArray(value) ? value : []) as Result[];
  if (results.length === 0) return <span className="mw-muted">The PC reported no entries.</span>;
  const sorted = results.toSorted((a, b) => Number(b.action === 'failed') - Number(a.action === 'failed'));
  return (
    <ol className="mw-enforce-entries">
      {sorted.map(({ entryname, action, message, exitcode }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a PC may name an entry twice
        <li key={index}>
          <span className="mw-enforce-name">
            <strong>{entryname}</strong>
            {(message || exitcode) && (
              <small>{[message, exitcode ? `exit code ${exitcode}` : null].filter(Boolean).join(', ')}</small>
            )}
          </span>
          <StateBadge word={WORDS[action]?.[0]} label={WORDS[action]?.[1] ?? action} />
        </li>
      ))}
    </ol>
  );
}

/** Shows the number of entries with each result; a dash without any. */
export function CountsText({ value }: PluginFieldValueProps) {
  const counts = Object.entries((value ?? {}) as Record<string, number>);
  if (counts.length === 0) return <span className="mw-muted">–</span>;
  return counts
    .map(([action, n]) => `${n} ${WORDS[action as ResultAction]?.[1].toLowerCase() ?? action}`)
    .join(', ');
}
