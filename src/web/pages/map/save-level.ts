import type { MapLevel } from '../../../features/map/schemas.ts';
import { FieldErrors, fieldErrorsOf } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { createFileForm } from '../../api/upload.ts';

export interface LevelValues {
  building: string;
  level: string;
  /** An integer, or empty. */
  sortorder: string;
  /** The drawings for light and dark screens that the user chose; null for none. */
  light: File | null;
  dark: File | null;
}

/**
 * Creates the level (`existing` is null) or changes it, and uploads the chosen drawings. Calls `onSaved` as
 * soon as the level exists, because a drawing may still be rejected. Throws the error of the server, with
 * `light` or `dark` as the field of a rejected drawing.
 */
export async function saveLevel(
  existing: MapLevel | null,
  { building, level, sortorder, ...drawings }: LevelValues,
  onSaved: (level: MapLevel) => void,
): Promise<MapLevel> {
  const body = { building, level, sortorder: sortorder === '' ? undefined : Number(sortorder) };
  const saved = existing
    ? await request<MapLevel>('PUT', `/maplevels/${existing.levelid}`, { body })
    : await request<MapLevel>('POST', '/maplevels', { body });
  onSaved(saved.data);
  for (const theme of ['light', 'dark'] as const) {
    const file = drawings[theme];
    if (file) await sendDrawing(saved.data, theme, file);
  }
  return saved.data;
}

async function sendDrawing({ levelid }: MapLevel, theme: 'light' | 'dark', file: File): Promise<void> {
  try {
    await request('POST', `/maplevels/${levelid}/blueprint`, { body: createFileForm(file, { theme }) });
  } catch (error) {
    const refused = fieldErrorsOf(error).file;
    throw refused ? new FieldErrors({ [theme]: refused }) : error;
  }
}
