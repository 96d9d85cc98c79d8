import type { ApiClient, ApiRecord } from './api-client.ts';
import { drawFloor, type Room } from './floor-drawing.ts';
import type { PlantLocation } from './plant-places.ts';
import { createRandom } from './random.ts';

/** Number of positions per request. */
const BATCH = 500;
/** Distance between a pin and the wall of its cell. */
const WALL_MARGIN = 40;

/**
 * Uploads the ground floor of each building and places the assets of its cells. Skips a building with a map.
 */
export async function loadMap(
  api: ApiClient,
  locations: readonly PlantLocation[],
  seed: number,
  step: () => void,
): Promise<void> {
  const known = (await api.send('GET', '/api/maplevels')) as ApiRecord[];
  const rooms = new Map<string, Room & { levelid: number }>();
  for (const { location: building } of locations.filter(({ parent }) => parent === undefined)) {
    const isDrawn = known.some((one) => one.building === building);
    if (!isDrawn)
      for (const room of await drawBuilding(api, locations, building)) rooms.set(room.location, room);
    step();
  }
  if (rooms.size > 0) await place(api, rooms, seed);
}

async function drawBuilding(api: ApiClient, locations: readonly PlantLocation[], building: string) {
  const locationsIn = (parent: string) =>
    locations.filter((one) => one.parent === parent).map((one) => one.location);
  const halls = locationsIn(building).map((hall) => ({ hall, rooms: locationsIn(hall) }));
  const { rooms, svg } = drawFloor(halls);
  const level = await api.post('/api/maplevels', { building, level: 'Ground floor', sortorder: 0 });
  const path = `/api/maplevels/${level.levelid}/blueprint?theme=light&filename=ground-floor.svg`;
  await api.send('POST', path, new TextEncoder().encode(svg), { 'Content-Type': 'application/octet-stream' });
  return rooms.map((room) => ({ ...room, levelid: Number(level.levelid) }));
}

async function place(
  api: ApiClient,
  rooms: ReadonlyMap<string, Room & { levelid: number }>,
  seed: number,
): Promise<void> {
  let positions: object[] = [];
  const send = async () => {
    if (positions.length > 0) await api.send('PUT', '/api/mappositions', { positions });
    positions = [];
  };
  for await (const { assetid, location, levelid } of api.list('/api/assets')) {
    const room = rooms.get(String(location));
    if (!room || levelid !== null) continue;
    const random = createRandom(seed, 'position', Number(assetid));
    positions.push({
      assetid,
      levelid: room.levelid,
      mapx: room.x + random.whole(WALL_MARGIN, room.width - WALL_MARGIN),
      mapy: room.y + random.whole(WALL_MARGIN + 20, room.height - WALL_MARGIN),
    });
    if (positions.length === BATCH) await send();
  }
  await send();
}
