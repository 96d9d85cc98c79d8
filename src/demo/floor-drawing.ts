/** Room on a drawing, in pixels. */
export interface Room {
  location: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface FloorDrawing {
  rooms: Room[];
  svg: string;
}

const CELL = { width: 300, height: 220 };
const GAP = 24;
/** Number of cells per row. */
const BAYS_ACROSS = 4;

/**
 * Draws the ground floor of a building like a CAD program: halls one below the other, their rooms in rows.
 */
export function drawFloor(halls: readonly { hall: string; rooms: readonly string[] }[]): FloorDrawing {
  const rooms: Room[] = [];
  const shapes: string[] = [];
  const hallWidth = BAYS_ACROSS * CELL.width + (BAYS_ACROSS + 1) * GAP;
  let top = GAP;
  for (const { hall, rooms: named } of halls) {
    const lines = Math.ceil(named.length / BAYS_ACROSS);
    const height = 70 + lines * (CELL.height + GAP);
    shapes.push(box(GAP, top, hallWidth, height, '#eef2f5'), label(GAP * 2, top + 46, hall, 34));
    for (const [at, location] of named.entries()) {
      const x = GAP * 2 + (at % BAYS_ACROSS) * (CELL.width + GAP);
      const y = top + 70 + Math.floor(at / BAYS_ACROSS) * (CELL.height + GAP);
      rooms.push({ location, x, y, ...CELL });
      shapes.push(box(x, y, CELL.width, CELL.height, '#ffffff'), label(x + 14, y + 32, location, 22));
    }
    top += height + GAP;
  }
  const width = hallWidth + 2 * GAP;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="sans-serif"><rect width="100%" height="100%" fill="#f8fafb"/>${shapes.join('')}</svg>`;
  return { rooms, svg };
}

const box = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" stroke="#51606e" stroke-width="4"/>`;

const label = (x: number, y: number, text: string, size: number): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="#51606e">${text}</text>`;
