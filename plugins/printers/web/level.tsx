import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { Swatch } from '../../../src/web/parts/swatch.tsx';
import { SUPPLY_COLORS, SUPPLY_STATES, SUPPLY_TYPES, type SupplyState } from '../choices.ts';

/** States that determine color and icon in the UI. */
const WORDS: Record<SupplyState, string> = {
  critical: 'critical',
  low: 'warning',
  unknown: 'unknown',
  stale: 'standby',
  'some left': 'info',
  ok: 'ok',
};

interface LevelFacts {
  level: number | null;
  state: SupplyState;
}

/**
 * Shows the level of a supply in percent, or its state when no level was reported. An outdated level is
 * marked as such.
 */
export function LevelBar({ level, state }: LevelFacts) {
  const percent = level === null ? null : `${level.toLocaleString('en')} %`;
  const label =
    state === 'stale' ? `Outdated${percent ? `, was ${percent}` : ''}` : (percent ?? SUPPLY_STATES[state]);
  const fullLabel =
    percent && (state === 'low' || state === 'critical')
      ? `${percent}, ${SUPPLY_STATES[state].toLowerCase()}`
      : label;
  return <StateBadge word={WORDS[state]} label={fullLabel} />;
}

const CSS_COLORS: Record<string, string> = {
  black: '#555555',
  cyan: '#00a5c8',
  magenta: '#c2187a',
  yellow: '#f2c300',
};

/** Shows the name of a supply, and its color if that is black, cyan, magenta or yellow. */
export function SupplyName({ name, color }: { name: string; color: string }) {
  return (
    <span className="mw-state">
      {CSS_COLORS[color] && <Swatch color={CSS_COLORS[color]} />}
      <span>{name}</span>
    </span>
  );
}

/** Returns the title of a type of supply; a dash without a known type. */
export const typeTitle = (type: string | null): string =>
  SUPPLY_TYPES[type as keyof typeof SUPPLY_TYPES] ?? '–';
/** Returns the title of a color, or the color itself if it is unknown. */
export const colorTitle = (color: string): string =>
  SUPPLY_COLORS[color as keyof typeof SUPPLY_COLORS] ?? color;

interface Part {
  partnumber: string;
  capacitytier: string;
}

/** Shows the part number to order, then those of other capacities. */
export function PartNumbers({ partnumber, parts }: { partnumber: string | null; parts: Part[] }) {
  if (!partnumber) return <span className="mw-muted">–</span>;
  const others = parts.filter((part) => part.partnumber !== partnumber);
  return (
    <>
      <span className="mw-mono">{partnumber}</span>
      {others.length > 0 && (
        <span className="mw-muted">
          {' '}
          or {others.map((part) => `${part.partnumber} (${part.capacitytier})`).join(', ')}
        </span>
      )}
    </>
  );
}
