const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Formats bytes as `850 bytes`, `12.4 kB`, `3 MB` or `1.2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1_000_000) return `${NUMBER.format(bytes / 1000)} kB`;
  return bytes < 1_000_000_000
    ? `${NUMBER.format(bytes / 1_000_000)} MB`
    : `${NUMBER.format(bytes / 1_000_000_000)} GB`;
}
