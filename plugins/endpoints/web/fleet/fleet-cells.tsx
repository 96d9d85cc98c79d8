import '../endpoint-styles.ts';
import { IconLock } from '@tabler/icons-react';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import type { PluginFieldValueProps } from '../../../../src/web/plugin-parts.tsx';
import { CREDENTIAL_LABELS, type FleetRow, VERDICT_LABELS } from '../labels.ts';

const PROBLEM_VERDICTS: readonly unknown[] = ['blocked', 'degraded', 'noise'];

/** Shows the health of a PC, and the reason of a problem. */
export function VerdictCell({ value, record }: PluginFieldValueProps) {
  if (!value || (value === 'unknown' && record.credentialstate === 'notreporting'))
    return <span className="mw-muted">No agent</span>;
  const { word, label } = VERDICT_LABELS[value as FleetRow['verdict']];
  const reason = PROBLEM_VERDICTS.includes(value) && String(record.verdictreason ?? '');
  return (
    <span title={reason || undefined} className="mw-verdict">
      <StateBadge word={word} label={label} />
      {reason && <span className="mw-muted"> {reason}</span>}
    </span>
  );
}

/** Shows the state of a credential as a badge; a dash while it is not loaded. */
export function CredentialCell({ value }: PluginFieldValueProps) {
  if (!value) return <span className="mw-muted">–</span>;
  return <StateBadge {...CREDENTIAL_LABELS[value as FleetRow['credentialstate']]} />;
}

/** Shows the user who locked a PC; a dash without a lock. */
export function LockCell({ value }: PluginFieldValueProps) {
  if (!value) return <span className="mw-muted">–</span>;
  return (
    <span className="mw-state">
      <IconLock size={16} aria-hidden />
      {String(value)}
    </span>
  );
}
