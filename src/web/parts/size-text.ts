const BYTES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Bytes as `12.5 kB`, `125 MB` or `1.2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${BYTES.format(bytes / 1000)} kB`;
  return bytes < 1_000_000_000
    ? `${BYTES.format(bytes / 1_000_000)} MB`
    : `${BYTES.format(bytes / 1_000_000_000)} GB`;
}
