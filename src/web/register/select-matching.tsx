import { Button } from '@mantine/core';
import { isNarrowed, type ListState } from './list-state.ts';

interface SelectMatchingProps {
  state: ListState;
  /** Number of the matching records, with or without their name: `12` or `12 PCs`. */
  many: string;
  everything: boolean;
  onChange: (everything: boolean) => void;
}

/**
 * Switches between the rows of this page and all matching rows. Needs a search or a filter, because otherwise
 * a mistake could change the whole plant.
 */
export function SelectMatching({ state, many, everything, onChange }: SelectMatchingProps) {
  if (!isNarrowed(state))
    return <span className="mw-muted">Search or filter the list to select all matches.</span>;
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => onChange(!everything)}>
      {everything ? 'Select this page only' : `Select all ${many} matching`}
    </Button>
  );
}
