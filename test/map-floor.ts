import type { Client } from './support/client.ts';

/** Creates a level, by default of hall A. Returns the record. */
export async function makeLevel(admin: Client, level: string, building = 'Hall A') {
  const made = await admin.post('/api/maplevels', { building, level });
  if (made.status !== 201) throw new Error(`The level was not made: ${made.text}`);
  return made.data as { levelid: number; buildingid: number; modifieddate: string };
}

/** Creates an asset with these fields. Returns its ID. */
export async function makeAsset(
  admin: Client,
  assetnumber: string,
  fields: Record<string, unknown> = {},
): Promise<number> {
  const types = await admin.get('/api/assets/types');
  const type = types.data.find((one: { assettype: string }) => one.assettype === (fields.type ?? 'Machine'));
  const { type: _type, ...rest } = fields;
  const made = await admin.post('/api/assets', { assetnumber, assettypeid: type.assettypeid, ...rest });
  if (made.status !== 201) throw new Error(`The asset was not made: ${made.text}`);
  return made.data.assetid;
}

/** Returns the stored position of the asset. */
export async function positionOf(admin: Client, assetid: number) {
  const { mapx, mapy, levelid, mapverifiedat } = (await admin.get(`/api/assets/${assetid}`)).data;
  return { mapx, mapy, levelid, mapverifiedat };
}

/** Returns the header of a PNG of this size. The header is sufficient to read a size. */
export function createPngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set([8, 6, 0, 0, 0], 24);
  return bytes;
}

export function createDrawingForm(
  content: Uint8Array<ArrayBuffer> | string,
  name: string,
  theme?: string,
): FormData {
  const form = new FormData();
  if (theme) form.set('theme', theme);
  form.set('file', new File([content], name));
  return form;
}

/** Uploads a drawing of this size to the level. */
export async function uploadDrawing(
  admin: Client,
  levelid: number,
  width: number,
  height: number,
): Promise<void> {
  const answer = await admin.upload(
    `/api/maplevels/${levelid}/blueprint`,
    createDrawingForm(createPngHeader(width, height), 'hall.png', 'light'),
  );
  if (answer.status !== 201) throw new Error(`The drawing was not taken: ${answer.text}`);
}
