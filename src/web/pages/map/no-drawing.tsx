import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { MapLevel } from '../../../features/map/schemas.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LevelModal } from './level-modal.tsx';

/** Explains how to add the drawing of a level without one. */
export function NoDrawing({ level, isadmin }: { level: MapLevel; isadmin: boolean }) {
  const [uploading, setUploading] = useState(false);
  return (
    <div className="mw-no-drawing" data-pins={level.markercount > 0 || undefined}>
      <EmptyState
        icon={<IconPhotoUp size={32} />}
        title={`${level.level} has no floor plan yet`}
        actions={isadmin && <Button onClick={() => setUploading(true)}>Upload floor plan</Button>}
      >
        Upload the floor plan as PNG, JPEG, WebP or SVG. Positions are stored in pixels of this file, so use
        its final size and crop. You can add a dark version later.
        {!isadmin && ' Only admins can upload it.'}
      </EmptyState>
      {uploading && <LevelModal level={level} buildings={[]} onClose={() => setUploading(false)} />}
    </div>
  );
}
