import type { Site } from './site.ts';

/** Runs the work while a setting of the site has this value, then restores the previous value. */
export async function withSetting<T>(
  { admin }: Pick<Site, 'admin'>,
  key: string,
  value: string,
  work: () => Promise<T>,
): Promise<T> {
  const path = `/api/settings/${key}`;
  const before = await admin.get(path);
  if (before.status !== 200) throw new Error(`The setting ${key} could not be read: ${before.text}`);
  const changed = await admin.put(path, { value });
  if (changed.status !== 200) throw new Error(`The setting ${key} could not be changed: ${changed.text}`);
  try {
    return await work();
  } finally {
    await admin.put(path, { value: before.data.value });
  }
}

/**
 * Runs the work while several settings have these values, set in this order. Then restores the previous
 * values.
 */
export const withSettings = <T>(
  site: Pick<Site, 'admin'>,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> =>
  Object.entries(settings).reduceRight<() => Promise<T>>(
    (inner, [key, value]) =>
      () =>
        withSetting(site, key, value, inner),
    work,
  )();
