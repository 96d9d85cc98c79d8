import { Alert, Autocomplete, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { MapBuilding, MapLevel } from '../../../features/map/schemas.ts';
import { ApiError } from '../../api/api-error.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { DrawingInput } from './drawing-input.tsx';
import { refreshMap } from './map-queries.ts';
import { saveLevel } from './save-level.ts';

interface LevelModalProps {
  /** Null creates one. */
  level: MapLevel | null;
  buildings: MapBuilding[];
  onClose: () => void;
  onDone?: (level: MapLevel) => void;
}

/** Creates or changes a level and uploads its drawings. */
export function LevelModal({ level, buildings, onClose, onDone }: LevelModalProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [existing, setExisting] = useState(level);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setErrors({});
    try {
      const saved = await saveLevel(existing, form, setExisting);
      toastDone(level ? `${saved.level} saved.` : `${saved.level} created.`);
      onDone?.(saved);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fielderrors).length > 0)
        setErrors(error.fielderrors);
      else toastError(error, 'Not saved');
    } finally {
      setBusy(false);
      await refreshMap();
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={level ? `Edit ${level.level}` : 'New level'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Autocomplete
            name="building"
            label="Building"
            description="A new name makes a new building."
            required
            withAsterisk={false}
            data={buildings.map((building) => building.building)}
            defaultValue={level?.building ?? buildings[0]?.building}
            error={errors.building}
            data-autofocus={!level || undefined}
          />
          <TextInput
            name="level"
            label="Level"
            placeholder="Ground floor"
            required
            withAsterisk={false}
            defaultValue={level?.level}
            error={errors.level}
          />
          <TextInput
            name="sortorder"
            type="number"
            label="Order"
            description="Low numbers come first; empty means last."
            defaultValue={level?.sortorder}
            error={errors.sortorder}
          />
          <DrawingInput
            theme="light"
            label="Drawing"
            has={Boolean(level?.blueprints.light)}
            error={errors.file}
          />
          <DrawingInput
            theme="dark"
            label="Drawing for dark colours (optional)"
            has={Boolean(level?.blueprints.dark)}
          />
          {level && level.markercount > 0 && (
            <Alert icon={<IconInfoCircle size={18} />}>
              {level.markercount} assets stand here by the pixels of the present drawing. When the new one has
              another size or crop, recalibrate afterwards.
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {level ? 'Save' : 'Create the level'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
