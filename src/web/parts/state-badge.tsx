import { getStateStyle } from '../state-style.ts';

/** Shows a state as an icon and a word. The color only repeats the meaning of the word. */
export function StateBadge({ word, label }: { word: unknown; label?: string }) {
  const meaning = getStateStyle(word);
  const Icon = meaning.icon;
  return (
    <span className="mw-state">
      <Icon size={16} stroke={1.8} color={meaning.color} aria-hidden />
      <span>{label ?? String(word)}</span>
    </span>
  );
}
