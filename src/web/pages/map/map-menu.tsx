import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCamera,
  IconDots,
  IconEdit,
  IconPlus,
  IconPrinter,
  IconRulerMeasure,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { MapBuilding } from '../../../features/map/schemas.ts';
import { request } from '../../api/client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useFloorTools } from './floor-tools.ts';
import { LevelModal } from './level-modal.tsx';
import type { PanelName } from './map-address.ts';
import { refreshMap } from './map-queries.ts';

interface MapMenuProps {
  buildings: MapBuilding[];
  onPanel: (panel: PanelName) => void;
  onLevel: (levelid: number) => void;
}

/** Shows the less frequent actions: calibration, snapshots, printing, and the levels themselves. */
export function MapMenu({ buildings, onPanel, onLevel }: MapMenuProps) {
  const { level, mayedit, isadmin } = useFloorTools();
  const [open, setOpen] = useState<'new' | 'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const remove = async () => {
    const { auditid } = await request('DELETE', `/maplevels/${level.levelid}`);
    await refreshMap();
    toastDone(`${level.level} deleted.`, auditid);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            Print
          </Menu.Item>
          {mayedit && (
            <>
              <Menu.Item leftSection={<IconCamera size={16} />} onClick={() => onPanel('snapshots')}>
                Snapshots
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRulerMeasure size={16} />}
                disabled={level.width === null}
                onClick={() => onPanel('recalibrate')}
              >
                Recalibrate
              </Menu.Item>
            </>
          )}
          {isadmin && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
                New level
              </Menu.Item>
              <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => setOpen('edit')}>
                Edit level
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => setOpen('delete')}>
                Delete level
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'new' && (
        <LevelModal
          level={null}
          buildings={buildings}
          onClose={close}
          onDone={(made) => onLevel(made.levelid)}
        />
      )}
      {open === 'edit' && <LevelModal level={level} buildings={buildings} onClose={close} />}
      <ConfirmModal
        opened={open === 'delete'}
        onClose={close}
        title={`Delete ${level.level}`}
        action="Delete level"
        danger
        onConfirm={remove}
      >
        {level.markercount > 0
          ? `${level.markercount} assets are on ${level.level}. Move them to another level first.`
          : `Deletes ${level.level} of ${level.building} and its floor plans. No assets are on it.`}
      </ConfirmModal>
    </>
  );
}
