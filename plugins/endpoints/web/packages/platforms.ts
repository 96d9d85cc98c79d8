import type { Platform } from '../../packages/platforms.ts';

/** Title of each platform, and the name of its executable. */
export const PLATFORMS: Record<Platform, { title: string; file: string }> = {
  'windows-x64': { title: 'Windows (x64)', file: 'millwright.exe' },
  'linux-x64': { title: 'Linux (x64)', file: 'millwright' },
  'linux-arm64': { title: 'Linux (ARM64)', file: 'millwright-linux-arm64' },
};

export const PLATFORM_NAMES = Object.keys(PLATFORMS) as Platform[];

export const platformTitle = (platform: Platform): string => PLATFORMS[platform].title;

const MACHINES: Record<number, Platform> = { 62: 'linux-x64', 183: 'linux-arm64' };

/**
 * Returns the platform of an executable from its first bytes, or undefined for any other file. Each Windows
 * executable counts as x64.
 */
export async function platformOf(file: File): Promise<Platform | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 20).arrayBuffer());
  const startsWith = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (startsWith(0x4d, 0x5a)) return 'windows-x64';
  // 64-bit ELF file. The machine code is at offset 18, low byte first.
  if (!startsWith(0x7f, 0x45, 0x4c, 0x46, 2, 1)) return undefined;
  return MACHINES[(bytes[18] ?? 0) + 256 * (bytes[19] ?? 0)];
}
