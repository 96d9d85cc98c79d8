import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';

const COUNT = new Intl.NumberFormat('en');

/** Formats the records that an import creates, such as `3 vendors, 1 model`; empty without any. */
export function createdText(
  created: Readonly<Record<string, number>>,
  registers: readonly RegisterDescriptor[],
): string {
  const parts = Object.entries(created).map(([name, count]) => {
    const register = registers.find((one) => one.name === name);
    const title = (count === 1 ? register?.titleone : register?.title) ?? name;
    return `${COUNT.format(count)} ${title.toLowerCase()}`;
  });
  return parts.join(', ');
}
