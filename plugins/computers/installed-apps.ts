import type { Row } from '../../src/kit/data/reader.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';

const SELECT = `SELECT i.installedappid, i.computerid, i.appid, a.appname, i.appversionid, v.version, i.source, i.isactive, i.createddate, i.modifieddate
  FROM installedapps i JOIN applications a ON a.appid = i.appid LEFT JOIN appversions v ON v.appversionid = i.appversionid`;

const view = (row: Row) => ({ ...row, isactive: row.isactive === 1 });

/** What is installed on a computer now. */
export function installedApps(host: Host, computerid: number) {
  return host.db.read((reader) => {
    if (!reader.value('SELECT 1 FROM computers WHERE computerid = ?', computerid)) throw notFound('Computer');
    return reader
      .all<Row>(`${SELECT} WHERE i.computerid = ? AND i.isactive = 1 ORDER BY a.appname`, computerid)
      .map(view);
  });
}

/** Records an install; a removed one comes back. 409 when it is recorded already. */
export function installApp(
  host: Host,
  context: WriteContext,
  computerid: number,
  input: { appid: number; appversionid?: number | null },
) {
  const id = host.db.transact(context, (tx) => {
    if (!tx.row('computers', computerid)) throw notFound('Computer');
    const { appid, appversionid = null } = input;
    if (!tx.row('applications', appid)) throw invalid('appid', `There is no application with id ${appid}.`);
    if (appversionid !== null && tx.row('appversions', appversionid)?.appid !== appid)
      throw invalid('appversionid', 'This is no version of that application.');
    const known = tx.get<Row>(
      'SELECT * FROM installedapps WHERE computerid = ? AND appid = ?',
      computerid,
      appid,
    );
    if (known?.isactive === 1)
      throw new AppError('CONFLICT', 'This application is recorded as installed already.', {
        field: 'appid',
      });
    tx.audit({
      action: 'computers.app.installed',
      entitytype: 'computer',
      entityid: computerid,
      details: { appid },
    });
    if (!known) return tx.insert('installedapps', { computerid, appid, appversionid });
    tx.update('installedapps', known.installedappid as number, {
      isactive: 1,
      appversionid,
      source: 'manual',
    });
    return known.installedappid as number;
  });
  return host.db.read((reader) => view(reader.get<Row>(`${SELECT} WHERE i.installedappid = ?`, id)!));
}

/** Takes an install off the list; its row stays inactive. */
export function removeApp(host: Host, context: WriteContext, computerid: number, appid: number): void {
  host.db.transact(context, (tx) => {
    const known = tx.get<Row>(
      'SELECT * FROM installedapps WHERE computerid = ? AND appid = ? AND isactive = 1',
      computerid,
      appid,
    );
    if (!known) throw notFound('Installed application');
    tx.update('installedapps', known.installedappid as number, { isactive: 0 });
    tx.audit({
      action: 'computers.app.removed',
      entitytype: 'computer',
      entityid: computerid,
      details: { appid },
    });
  });
}
