import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { getStateStyle } from '../../../../src/web/state-style.ts';
import { BLOCKER_DETAILS, BLOCKER_NAMES } from './blockers.ts';
import { countsQuery, type ReadinessFilter } from './readiness-query.ts';
import '../../../../src/web/parts/outcome-styles.ts';

const COUNT = new Intl.NumberFormat('en');
const READY = { word: 'active', label: 'Ready' };

interface OverviewProps {
  shown: ReadinessFilter | undefined;
  onShow: (shown: ReadinessFilter | undefined) => void;
}

/** Shows the number of ready PCs and of PCs with each blocker. Each number filters the list. */
export function Overview({ shown, onShow }: OverviewProps) {
  const { data: counts } = useQuery(countsQuery);
  const entries: [ReadinessFilter, { word: string; label: string }, number | undefined][] = [
    ['ready', READY, counts?.ready],
    ...BLOCKER_NAMES.map((name): [ReadinessFilter, { word: string; label: string }, number | undefined] => [
      name,
      BLOCKER_DETAILS[name],
      counts?.blockers[name],
    ]),
  ];
  return (
    <fieldset className="mw-outcomes" aria-busy={!counts}>
      <legend className="mw-visually-hidden">Show only</legend>
      {entries.map(([name, labelProps, count]) => (
        <Counted
          key={name}
          {...labelProps}
          count={count}
          isPressed={shown === name}
          onPress={() => onShow(shown === name ? undefined : name)}
        />
      ))}
    </fieldset>
  );
}

interface CountedProps {
  word: string;
  label: string;
  count: number | undefined;
  isPressed: boolean;
  onPress: () => void;
}

function Counted({ word, label, count, isPressed, onPress }: CountedProps) {
  const { icon: Icon, color } = getStateStyle(word);
  return (
    <button
      type="button"
      className="mw-chip mw-outcome"
      aria-pressed={isPressed}
      disabled={!count && !isPressed}
      onClick={onPress}
    >
      <Icon size={16} stroke={1.8} color={count ? color : undefined} aria-hidden />
      {label} <strong>{count === undefined ? '…' : COUNT.format(count)}</strong>
    </button>
  );
}

/** Explains the blocker that the list is filtered by, with a link to its solution. */
export function BlockerExplanation({ shown }: { shown: ReadinessFilter | undefined }) {
  if (!shown) return null;
  if (shown === 'ready') return <p className="mw-muted">These PCs are ready for the current build.</p>;
  const { description, but, to } = BLOCKER_DETAILS[shown];
  return (
    <p className="mw-muted mw-through">
      {description} {but} {to && <AppLink to={to.path}>{to.title}</AppLink>}
    </p>
  );
}
