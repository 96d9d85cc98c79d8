import type { Host } from './host.ts';

/** Throws an Error for two sources with one key, an unknown register or a wrong statement. */
export function checkDueSources(host: Host): void {
  const { dueSources } = host.contributions;
  for (const [index, { key, register, select }] of dueSources.entries()) {
    if (!/^[a-z]{3,40}$/.test(key))
      throw new Error(`The due source ${key} needs 3 to 40 lower-case letters.`);
    if (dueSources.findIndex((one) => one.key === key) < index)
      throw new Error(`The due source ${key} is declared twice.`);
    host.registers.get(register);
    host.db.read((reader) =>
      select.get(reader, { until: '2000-01-01', locationid: null, businessunitid: null }),
    );
  }
}
