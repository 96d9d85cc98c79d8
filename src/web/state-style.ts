import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconClockPause,
  IconInfoCircle,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react';

export type Tone = 'good' | 'info' | 'warning' | 'critical' | 'busy' | 'neutral' | 'off';

export interface StateStyle {
  tone: Tone;
  /** CSS color with sufficient contrast in both schemes. */
  color: string;
  icon: TablerIcon;
}

const createStyle = (tone: Tone, icon: TablerIcon): StateStyle => ({
  tone,
  color: `var(--mw-${tone})`,
  icon,
});

/** Color and icon of each tone. States get their colors only from here. */
const TONES: Record<Tone, StateStyle> = {
  good: createStyle('good', IconCircleCheck),
  info: createStyle('info', IconInfoCircle),
  warning: createStyle('warning', IconAlertTriangle),
  critical: createStyle('critical', IconAlertOctagon),
  busy: createStyle('busy', IconLoader2),
  neutral: createStyle('neutral', IconCircleDashed),
  off: createStyle('off', IconCircleMinus),
};

const PAUSED: StateStyle = { ...TONES.neutral, icon: IconClockPause };

/** Words of states, health and severity from the server, reduced to letters in lower case. */
const WORDS: Record<string, StateStyle> = {
  ok: TONES.good,
  found: TONES.good,
  good: TONES.good,
  inuse: TONES.good,
  active: TONES.good,
  available: TONES.good,
  running: TONES.good,
  succeeded: TONES.good,
  enrolled: TONES.good,
  approved: TONES.good,
  compliant: TONES.good,
  verified: TONES.good,
  covered: TONES.good,
  live: TONES.good,
  valid: TONES.good,
  info: TONES.info,
  noise: TONES.info,
  changed: TONES.info,
  new: TONES.info,
  ordered: TONES.info,
  inprogress: TONES.busy,
  open: TONES.busy,
  done: TONES.good,
  spare: PAUSED,
  instock: PAUSED,
  stored: PAUSED,
  standby: PAUSED,
  pending: PAUSED,
  queued: PAUSED,
  warning: TONES.warning,
  degraded: TONES.warning,
  conflict: TONES.warning,
  unexpected: TONES.warning,
  inrepair: TONES.warning,
  repair: TONES.warning,
  maintenance: TONES.warning,
  undermaintenance: TONES.warning,
  loaned: TONES.warning,
  checkedout: TONES.warning,
  expiring: TONES.warning,
  due: TONES.warning,
  low: TONES.warning,
  duesoon: TONES.warning,
  partial: TONES.warning,
  contested: TONES.warning,
  critical: TONES.critical,
  failed: TONES.critical,
  blocked: TONES.critical,
  broken: TONES.critical,
  outofservice: TONES.critical,
  missing: TONES.critical,
  outofstock: TONES.critical,
  lost: TONES.critical,
  expired: TONES.critical,
  stolen: TONES.critical,
  rejected: TONES.critical,
  locked: TONES.critical,
  overdue: TONES.critical,
  offline: TONES.off,
  retired: TONES.off,
  disposed: TONES.off,
  scrapped: TONES.off,
  inactive: TONES.off,
  decommissioned: TONES.off,
  revoked: TONES.off,
};

/**
 * Returns color and icon of a state word; an unknown word is neutral. Case and all characters other than
 * letters are ignored.
 */
export function getStateStyle(word: unknown): StateStyle {
  return (
    WORDS[
      String(word ?? '')
        .toLowerCase()
        .replace(/[^a-z]/g, '')
    ] ?? TONES.neutral
  );
}

/** Returns color and icon of a tone. */
export function getToneStyle(tone: Tone): StateStyle {
  return TONES[tone];
}
