import { SegmentedControl } from '@mantine/core';

const ACTORS = [
  { value: 'people', label: 'People' },
  { value: 'machines', label: 'Automatic' },
  { value: 'all', label: 'All' },
];

/** Chooses changes by `people`, by `machines`, or `all`. */
export const ActorsControl = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <SegmentedControl aria-label="Changes by" data={ACTORS} value={value} onChange={onChange} />
);
