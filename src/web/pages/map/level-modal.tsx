import { Alert, Autocomplete, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { MapBuilding, MapLevel } from '../../../features/map/schemas.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { DrawingInput } from './drawing-input.tsx';
import { refreshMap } from './map-queries.ts';
import { type LevelValues, saveLevel } from './save-level.ts';

interface LevelModalProps {
  /** The level to edit; null to create one. */
  level: MapLevel | null;
  buildings: MapBuilding[];
  onClose: () => void;
  onDone?: (level: MapLevel) => void;
}

/** Creates or changes a level and uploads its drawings. */
export function LevelModal({ level, buildings, onClose, onDone }: LevelModalProps) {
  const [existing, setExisting] = useState(level);
  const initial: LevelValues = {
    building: level?.building ?? buildings[0]?.building ?? '',
    level: level?.level ?? '',
    sortorder: String(level?.sortorder ?? ''),
    light: null,
    dark: null,
  };
  const form = useForm({
    initial,
    save: async (values) => {
      try {
        const saved = await saveLevel(existing, values, setExisting);
        toastDone(level ? `${saved.level} saved.` : `${saved.level} created.`);
        onDone?.(saved);
        onClose();
      } finally {
        await refreshMap();
      }
    },
  });
  return (
    <FormModal
      form={form}
      draft={`maplevels/${level?.levelid ?? 'new'}`}
      title={level ? `Edit ${level.level}` : 'New level'}
      action={level ? 'Save' : 'Create level'}
      onClose={onClose}
    >
      <Autocomplete
        label="Building"
        description="A new name creates a building."
        required
        data={buildings.map((building) => building.building)}
        value={form.values.building}
        onChange={(building) => form.set('building', building)}
        error={form.errors.building}
        data-autofocus={buildings.length === 0 || undefined}
      />
      <TextInput
        label="Level"
        placeholder="Ground floor"
        required
        data-autofocus={buildings.length > 0 || undefined}
        {...form.text('level')}
      />
      <TextInput
        type="number"
        label="Order"
        description="Low numbers are first. Leave empty for last."
        {...form.text('sortorder')}
      />
      <DrawingInput
        label="Floor plan"
        has={Boolean(level?.blueprints.light)}
        error={form.errors.light}
        onFile={(file) => form.set('light', file)}
      />
      <DrawingInput
        label="Floor plan for the dark theme (optional)"
        has={Boolean(level?.blueprints.dark)}
        error={form.errors.dark}
        onFile={(file) => form.set('dark', file)}
      />
      {level && level.markercount > 0 && (
        <Alert icon={<IconInfoCircle size={18} />}>
          {level.markercount} assets have positions in pixels of the current floor plan. If the new one has
          another size or crop, recalibrate afterwards.
        </Alert>
      )}
    </FormModal>
  );
}
