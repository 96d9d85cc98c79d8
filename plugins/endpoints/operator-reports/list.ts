import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { datedQuery, idParam, pageOf, pagingOf } from '../../../src/kit/http/paging.ts';
import type { reportRow } from './schemas.ts';

export const operatorReportListQuery = z.object({ ...datedQuery, assetid: idParam.optional() });

type ReportListRow = Omit<z.output<typeof reportRow>, 'hasscreenshot'> & { hasscreenshot: number };

/** Lists the reports of one PC or of all, the newest first by default. */
export function listReports(host: Host, query: z.output<typeof operatorReportListQuery>) {
  const params = query.assetid === undefined ? [] : [query.assetid];
  const where = params.length > 0 ? ' WHERE assetid = ?' : '';
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    const rows = reader.all<ReportListRow>(
      `SELECT operatorreportid, assetid, devicename, machinenumber, text, reason, screenshot IS NOT NULL AS hasscreenshot, createddate
       FROM operatorreports${where} ORDER BY operatorreportid ${query.dir ?? 'desc'} LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    return pageOf(
      rows.map(({ hasscreenshot, ...row }) => ({ ...row, hasscreenshot: hasscreenshot === 1 })),
      host.db.count(`SELECT count(*) FROM operatorreports${where}`, params),
      paging,
    );
  });
}
