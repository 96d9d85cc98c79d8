import type { AttentionRule } from '../../src/kit/attention.ts';
import { addDays } from '../../src/kit/clock.ts';
import { countPcsOverBudget } from './inventory/addition-queries.ts';
import type { permissions } from './manifest.ts';
import { fullDisks, outOfSupport, retiredComputersStillReporting, silentComputers } from './queries.ts';

/** Attention rules of computers. Each links to the list of the computers that it counts. */
export const computerAttention: readonly AttentionRule<keyof typeof permissions>[] = [
  {
    key: 'retiredreporting',
    title: 'Inactive computers that still report',
    href: '/computers?active=false&stillreporting=true',
    needs: 'computers.view',
    count: (reader) => retiredComputersStillReporting.get(reader)!.n,
  },
  {
    key: 'silentcomputers',
    topic: 'failed',
    title: 'Computers without recent reports',
    threshold: { title: 'Days without a report', default: 30, min: 1, max: 3650 },
    href: (days, today) => `/computers?silentsince=${addDays(today, -days)}&inuse=true`,
    needs: 'computers.view',
    count: (reader, _host, days) => silentComputers.get(reader, { day: addDays(reader.today, -days) })!.n,
  },
  {
    key: 'fulldisks',
    title: 'Computers with low disk space',
    threshold: { title: 'Free space at most (%)', default: 5, min: 1, max: 50 },
    href: (percent) => `/computers?diskbelow=${percent}&inuse=true`,
    needs: 'computers.view',
    count: (reader, _host, percent) => fullDisks.get(reader, { percent })!.n,
  },
  {
    key: 'outofsupport',
    topic: 'overdue',
    title: 'Computers with unsupported OS',
    href: '/computers?unsupported=true&inuse=true',
    needs: 'computers.view',
    count: (reader) => outOfSupport.get(reader, { today: reader.today })!.n,
  },
  {
    key: 'applications_over_budget',
    title: 'Computers with too many new applications',
    href: '/computers?overbudget=true',
    needs: 'computers.view',
    count: (reader) => countPcsOverBudget.get(reader)!.n,
  },
];
