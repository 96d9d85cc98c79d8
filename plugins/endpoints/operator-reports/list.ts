import type { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Host } from '../../../src/kit/host.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { timeSortedById } from '../../../src/kit/list/list-column.ts';
import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import type { reportRow } from './schemas.ts';

const reportColumns = new ListColumns({
  hasSearch: true,
  ids: ['o.operatorreportid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    operatorreportid: { kind: 'number', operand: 'o.operatorreportid' },
    assetid: { kind: 'ref', operand: 'o.assetid' },
    devicename: { kind: 'text', operand: 'o.devicename' },
    machinenumber: { kind: 'text', operand: 'o.machinenumber' },
    text: { kind: 'text', operand: 'o.text' },
    reason: { kind: 'text', operand: 'o.reason' },
    hasscreenshot: { kind: 'boolean', operand: '(o.screenshot IS NOT NULL)' },
    createddate: timeSortedById('o.createddate', 'o.operatorreportid'),
  },
});

export const operatorReportListQuery = reportColumns.createQuery({ assetid: idParam.optional() });

type ReportListRow = Omit<z.output<typeof reportRow>, 'hasscreenshot'> & { hasscreenshot: number };

/** Lists the reports of one PC or of all, the newest first by default. */
export function listReports(host: Host, actor: Actor, query: z.output<typeof operatorReportListQuery>) {
  const { assetid } = query;
  const { rows, pagination } = readListPage<ReportListRow>(
    host.db,
    reportColumns,
    () => ({
      from: 'operatorreports o',
      id: 'o.operatorreportid',
      conditions: assetid === undefined ? [] : [{ sql: 'o.assetid = ?', params: [assetid] }],
    }),
    { query, actor },
  );
  const reports = rows.map(({ hasscreenshot, ...row }) => ({ ...row, hasscreenshot: hasscreenshot === 1 }));
  return new Page(reports, pagination);
}
