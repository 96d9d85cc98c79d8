import { Button } from '@mantine/core';
import { isNarrowed, type ListState } from './list-state.ts';

interface SelectMatchingProps {
  state: ListState;
  /** `12 PCs` */
  many: string;
  everything: boolean;
  onChange: (everything: boolean) => void;
}

/** From the rows of this page to all that match, and back. Of a list that nothing narrows that would be the whole plant, perhaps by a slip. */
export function SelectMatching({ state, many, everything, onChange }: SelectMatchingProps) {
  if (!isNarrowed(state))
    return <span className="mw-muted">Search or filter the list to select everything that matches.</span>;
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => onChange(!everything)}>
      {everything ? 'Only this page' : `Select all ${many} matching`}
    </Button>
  );
}
