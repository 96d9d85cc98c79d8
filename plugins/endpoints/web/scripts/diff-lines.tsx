import { useMemo } from 'react';
import { computeLineDiff, type DiffLine, selectAroundChanges } from './line-diff.ts';

/** Shows the difference of two texts, with a minus for removed lines and a plus for added ones. */
export function DiffLines({ older, newer }: { older: string; newer: string }) {
  const lines = useMemo(() => selectAroundChanges(computeLineDiff(older, newer)), [older, newer]);
  if (!lines.some((line) => line && line.change !== ' '))
    return <p className="mw-card-pad mw-muted">The texts are identical.</p>;
  return (
    <div style={{ overflowX: 'auto', paddingBlock: 8 }}>
      <table className="mw-lines" aria-label="Lines that differ">
        <tbody>
          {lines.map((line, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
            line ? <Line key={index} {...line} /> : <Gap key={index} />,
          )}
        </tbody>
      </table>
    </div>
  );
}

const CHANGE_LABELS: Record<DiffLine['change'], string> = { ' ': '', '-': 'removed', '+': 'added' };

function Line({ change, text, older, newer }: DiffLine) {
  return (
    <tr data-change={change}>
      <td className="mw-line-number">{older}</td>
      <td className="mw-line-number">{newer}</td>
      <td className="mw-line-number">
        {change !== ' ' && (
          <span role="img" aria-label={CHANGE_LABELS[change]}>
            {change}
          </span>
        )}
      </td>
      <td>{text}</td>
    </tr>
  );
}

function Gap() {
  return (
    <tr data-change="…">
      <td colSpan={4}>…</td>
    </tr>
  );
}
