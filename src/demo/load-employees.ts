import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { isToBeFilled, type PaperGround } from './load-paper-ground.ts';
import { createRandom, type Random } from './random.ts';
import { type Color, createSmallPng } from './small-png.ts';

/**
 * The first employees, each with the employee number (SSO). `load-usb.ts` and `load-printed-parts.ts` use the
 * same people.
 */
const BADGE_HOLDERS = ['100231,Anna,Weber', '100487,Jan,Novak', '100902,Maria,Silva', '101177,Tom,Berg'];
const FIRST_NAMES = [
  'Ines',
  'Lukas',
  'Sofia',
  'Marek',
  'Aylin',
  'Paul',
  'Chiara',
  'Jonas',
  'Leila',
  'Erik',
  'Nadia',
  'Oskar',
  'Greta',
  'Tariq',
];
const LAST_NAMES = [
  'Fischer',
  'Kowalski',
  'Rossi',
  'Lind',
  'Yilmaz',
  'Moreau',
  'Horvat',
  'Jansen',
  'Okafor',
  'Petrov',
  'Schmid',
  'Nguyen',
  'Costa',
];
const TEAMS = [
  'Press shop',
  'Milling',
  'Assembly',
  'Paint shop',
  'Quality',
  'Maintenance',
  'Logistics',
  'Plant IT',
];
const ROLES = ['Operator', 'Operator', 'Operator', 'Setter', 'Team lead', 'Technician', 'Planner'];
const PEOPLE = 60;
const SIZE = 96;

/**
 * Imports the employees of the plant from a spreadsheet as HR would send it. Adds photos for some and a
 * notice for one. Does nothing when there are employees already or the plugin is disabled.
 */
export async function loadEmployees({ api, seed }: PaperGround): Promise<void> {
  if (!(await isToBeFilled(api, '/api/employees/directory'))) return;
  const rows = Array.from({ length: PEOPLE }, (_, index) => {
    const random = createRandom(seed, 'employee', index);
    const name =
      BADGE_HOLDERS[index] ??
      `${101_200 + index * 13},${FIRST_NAMES[index % FIRST_NAMES.length]},${LAST_NAMES[index % LAST_NAMES.length]}`;
    return `${name},${random.pick(TEAMS)},${random.pick(ROLES)}`;
  });
  const csv = ['SSO,First_Name,Last_Name,Team,Role', ...rows].join('\n');
  await api.post('/api/employees/directory/import', { csv });
  await forEachConcurrently(rows, LANES, async (row) => {
    const sso = row.split(',')[0]!;
    const random = createRandom(seed, 'photo', sso);
    if (!random.chance(0.6)) return;
    await api.post(`/api/employees/${sso}/photo?filename=photo.png`, portrait(random), {
      'Content-Type': 'application/octet-stream',
    });
  });
  await noticeFor(api, '100231');
}

async function noticeFor(api: PaperGround['api'], employeesso: string): Promise<void> {
  if (!(await isToBeFilled(api, `/api/notifications?employeesso=${employeesso}`))) return;
  await api.post('/api/notifications', {
    notification: 'Your instruction for the press shop is due this week.',
    employeesso,
  });
}

/** Draws a portrait without a face: head and shoulders in front of a plain wall. */
function portrait(random: Random): Uint8Array<ArrayBuffer> {
  const tone = (low: number, high: number): Color => [
    random.whole(low, high),
    random.whole(low, high),
    random.whole(low, high),
  ];
  const [wall, shirt, hair] = [tone(170, 225), tone(40, 140), tone(25, 110)];
  const warmth = random.whole(0, 90);
  const skin: Color = [235 - warmth, 195 - warmth, 165 - warmth];
  const isInEllipse = (x: number, y: number, [cx, cy, rx, ry]: readonly number[]) =>
    ((x - cx!) / rx!) ** 2 + ((y - cy!) / ry!) ** 2 < 1;
  return createSmallPng(SIZE, (x, y) => {
    if (isInEllipse(x, y, [48, 46, 19, 24])) return y < 34 ? hair : skin;
    if (isInEllipse(x, y, [48, 38, 23, 24])) return hair;
    return isInEllipse(x, y, [48, 104, 40, 36]) ? shirt : wall;
  });
}
