import { Button } from '@mantine/core';
import { IconMap2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { FloorView } from './floor-view.tsx';
import { LevelModal } from './level-modal.tsx';
import { levelsQuery } from './map-queries.ts';

/** Shows the map: buildings, levels, their drawings, and a pin for each asset. */
export function MapPage() {
  const { data, error, isPending, refetch } = useQuery(levelsQuery);
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const levels = data.flatMap((building) => building.levels);
  return levels.length === 0 ? <NoLevel /> : <FloorView buildings={data} levels={levels} />;
}

/** Explains the map and how to start, while there is no level. */
function NoLevel() {
  const me = useMe();
  const [creating, setCreating] = useState(false);
  return (
    <div className="mw-page">
      <PageHeader title="Floor plan" icon={<IconMap2 size={22} aria-hidden />} />
      <div className="mw-card">
        <EmptyState
          icon={<IconMap2 size={32} />}
          title="No floor plans yet"
          actions={
            me?.isadmin && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                Create first level
              </Button>
            )
          }
        >
          The floor plan shows where your assets are. Create a level for each floor of a building. Then upload
          its floor plan, an image or an SVG from your CAD program, and drag assets onto it.
          {!me?.isadmin && ' Only admins can create levels.'}
        </EmptyState>
      </div>
      {creating && <LevelModal level={null} buildings={[]} onClose={() => setCreating(false)} />}
    </div>
  );
}
