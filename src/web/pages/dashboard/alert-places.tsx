import { ActionIcon, Popover } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { SkeletonRows } from '../../parts/skeletons.tsx';

const PlaceList = lazy(async () => ({ default: (await import('./place-list.tsx')).PlaceList }));

interface AlertPlacesProps {
  item: DashboardSummary['attention'][number];
}

/** A button that shows the counts of an alert at the places of the plant, with their trends. */
export function AlertPlaces({ item }: AlertPlacesProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={360} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          aria-label={`Places of ${item.title}`}
          title="Places"
          onClick={() => setOpened(!opened)}
        >
          <IconMapPin size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)" aria-label={`Places of ${item.title}`}>
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <PlaceList alertkey={item.key} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
