import type { MapLevel } from '../../../features/map/schemas.ts';
import { request } from '../../api/client.ts';

/**
 * Creates the level (null) or changes it by the form's fields, and uploads the drawings that were chosen. `onSaved`
 * tells of the level as soon as it exists: a drawing may still be refused.
 */
export async function saveLevel(
  level: MapLevel | null,
  form: FormData,
  onSaved: (level: MapLevel) => void,
): Promise<MapLevel> {
  const order = String(form.get('sortorder') ?? '');
  const body = {
    building: form.get('building'),
    level: form.get('level'),
    sortorder: order === '' ? undefined : Number(order),
  };
  const saved = level
    ? await request<MapLevel>('PUT', `/maplevels/${level.levelid}`, { body })
    : await request<MapLevel>('POST', '/maplevels', { body });
  onSaved(saved.data);
  for (const theme of ['light', 'dark']) {
    const file = form.get(theme);
    if (!(file instanceof File) || file.size === 0) continue;
    const upload = new FormData();
    upload.set('theme', theme);
    upload.set('file', file);
    await request('POST', `/maplevels/${saved.data.levelid}/blueprint`, { body: upload });
  }
  return saved.data;
}
