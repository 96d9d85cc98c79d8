export const PLATFORMS = ['windows-x64', 'linux-x64', 'linux-arm64'] as const;
export type Platform = (typeof PLATFORMS)[number];

const WINDOWS = /windows|^10\.0\.\d/i;
const LINUX = /linux|ubuntu|debian|red ?hat|rhel|centos|fedora|suse|rocky|raspbian|raspberry/i;
const ARM = /aarch64|arm64|armv8/i;
const INTEL = /x86_64|x86-64|amd64|x64/i;

/**
 * Returns the platforms that the reported operating system may be. A Linux without a processor type may be
 * both Linux platforms. Any other text, or none, may be all.
 */
export function platformsOf(osversion: string | null | undefined): readonly Platform[] {
  const text = osversion ?? '';
  if (WINDOWS.test(text)) return ['windows-x64'];
  if (!LINUX.test(text)) return PLATFORMS;
  if (ARM.test(text)) return ['linux-arm64'];
  return INTEL.test(text) ? ['linux-x64'] : ['linux-x64', 'linux-arm64'];
}
