import type { ApiClient } from './api-client.ts';
import { isToBeFilled, type PaperGround } from './load-paper-ground.ts';
import { isInText, widthOf } from './pixel-letters.ts';
import { type Color, drawLargePng } from './small-png.ts';

const [WIDTH, HEIGHT] = [1600, 900];
const WHITE: Color = [255, 255, 255];

interface DemoSlide {
  name: string;
  lines: readonly string[];
  from: Color;
  to: Color;
}

const SLIDES: Readonly<Record<string, readonly DemoSlide[]>> = {
  lobby: [
    { name: 'Welcome', lines: ['WELCOME', 'TO OUR PLANT'], from: [13, 54, 92], to: [28, 126, 214] },
    { name: 'Visitors', lines: ['VISITORS', 'PLEASE SIGN IN'], from: [9, 70, 58], to: [32, 150, 110] },
    { name: 'Open day', lines: ['OPEN DAY', '14 JUNE 10 TO 16'], from: [92, 40, 13], to: [214, 110, 28] },
  ],
  shopfloor: [
    { name: 'Safety', lines: ['214 DAYS', 'WITHOUT ACCIDENT'], from: [12, 75, 40], to: [40, 150, 80] },
    { name: 'Glasses', lines: ['GLASSES ON', 'BEYOND THIS LINE'], from: [110, 70, 0], to: [200, 140, 10] },
    { name: 'Shift', lines: ['LATE SHIFT', 'MEETS AT 14 30'], from: [40, 30, 90], to: [90, 80, 190] },
  ],
};

/** Uploads pictures for the screens and creates notices. Skips a surface that has slides already. */
export async function loadSlides({ api }: PaperGround): Promise<void> {
  for (const [surface, slides] of Object.entries(SLIDES)) {
    if (!(await isToBeFilled(api, `/api/slides/${surface}`))) continue;
    for (const slide of slides)
      await api.post(
        `/api/slides/${surface}/upload?filename=${encodeURIComponent(slide.name)}.png`,
        await drawSlide(slide),
        { 'Content-Type': 'application/octet-stream' },
      );
    if (surface === 'shopfloor') await writeNotices(api);
  }
}

async function writeNotices(api: ApiClient): Promise<void> {
  if (!(await isToBeFilled(api, '/api/notifications?search=compressed'))) return;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const types = new Map<unknown, unknown>();
  for await (const type of api.list('/api/notifications/types'))
    types.set(type.notificationtype, type.notificationtypeid);
  for (const [notification, type, starttime, endtime] of [
    ['Gate 3 is closed for deliveries. Use gate 1.', 'Information', inHours(-4), inHours(30)],
    ['No compressed air in hall 2 while the dryer is changed.', 'Maintenance', inHours(20), inHours(24)],
  ] as const)
    await api.post('/api/notifications', {
      notification,
      notificationtypeid: types.get(type),
      starttime,
      endtime,
      isshopfloor: true,
    });
}

/** Draws lines of large letters on a color gradient. */
function drawSlide({ lines, from, to }: DemoSlide): Promise<Uint8Array> {
  const texts = lines.map((text, at) => {
    const point = Math.floor(Math.min(1350 / widthOf(text), at === 0 ? 24 : 15));
    return { text, point, left: (WIDTH - widthOf(text) * point) / 2, top: at === 0 ? 250 : 530 };
  });
  const isText = (x: number, y: number) =>
    texts.some(({ text, point, left, top }) =>
      isInText(text, Math.floor((x - left) / point), Math.floor((y - top) / point)),
    );
  return drawLargePng(WIDTH, HEIGHT, (x, y) => {
    if (isText(x, y)) return WHITE;
    const share = Math.round(((x / WIDTH + y / HEIGHT) / 2) * 64) / 64;
    const mix = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
    return [mix(0), mix(1), mix(2)];
  });
}
