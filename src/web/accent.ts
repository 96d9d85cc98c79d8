import type { MantineColorsTuple } from '@mantine/core';

type Rgb = [number, number, number];

function parseHex(hex: string): Rgb | null {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return null;
  return [1, 2, 3].map((group) => Number.parseInt(match[group] ?? '0', 16)) as Rgb;
}

function blend(from: Rgb, to: Rgb, share: number): string {
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [10, 18, 26];
const TINTS = [0.93, 0.85, 0.7, 0.52, 0.34, 0.16];
const DARKER = [0, 0.16, 0.34, 0.52];

/**
 * Returns ten shades of a color from light to dark, with the color itself at index 6. Returns null when it is
 * not six hexadecimal digits, with or without `#`.
 */
export function createAccentShades(hex: string): MantineColorsTuple | null {
  const base = parseHex(hex);
  if (!base) return null;
  const light = TINTS.map((share) => blend(base, WHITE, share));
  return [...light, ...DARKER.map((share) => blend(base, BLACK, share))] as unknown as MantineColorsTuple;
}
