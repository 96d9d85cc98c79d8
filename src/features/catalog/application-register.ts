import { invariant } from '../../kit/data/invariant.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import { boolean, longtext, ref, text, url } from '../../kit/resource/fields.ts';
import * as tables from './tables.ts';

export const applicationRegister = defineRegister(tables.applications, {
  path: '/applications',
  label: 'appname',
  many: 'Applications',
  one: 'Application',
  icon: 'apps',
  about: 'Applications that agents found on PCs, and applications that PCs must have.',
  audit: 'catalog.application',
  remove: 'hard',
  merges: true,
  sort: 'appname',
  searchKind: 'application',
  can: {
    read: { can: 'applications.view' },
    create: { can: ['applications.create', 'applications.edit'] },
    edit: { can: 'applications.edit' },
    delete: { can: 'applications.edit' },
  },
  handmade: ['delete'],
  pictured: true,
  typedConfirmation: true,
  columns: {
    appname: text({ title: 'Application', search: true, sort: true }),
    description: longtext({ title: 'Description', list: 'hidden' }),
    supportteamid: ref('supportteams', { title: 'Support team', filter: ['supportteamid'] }),
    isrequired: boolean({ title: 'Required', default: false, filter: ['isrequired'] }),
    isinstallable: boolean({
      title: 'Installable',
      default: false,
      filter: ['isinstallable'],
      list: 'hidden',
    }),
    ishidden: boolean({ title: 'Hidden', default: false, list: 'hidden', filter: ['ishidden'] }),
    isreserved: boolean({ title: 'Reserved', default: false, list: 'hidden' }),
    ismonitorable: boolean({ title: 'Monitorable', default: false, list: 'hidden', section: 'Monitoring' }),
    launchpath: text({
      title: 'Launch path',
      max: 1024,
      list: 'never',
      section: 'Monitoring',
      help: 'Required if the application is monitorable.',
    }),
    processname: text({
      title: 'Process name',
      list: 'never',
      section: 'Monitoring',
      help: 'Required if the application is monitorable.',
    }),
    documentationurl: url({ title: 'Documentation', list: 'hidden' }),
    imagefilename: text({ title: 'Photo', search: false, writable: 'never', list: 'never' }),
  },
});

/** A monitorable application needs a launch path and a process name; other applications may lack them. */
export const monitorableHasProcess = invariant(
  'a monitorable application has a launch path and a process name',
  [tables.applications],
  (tx, changes) => {
    for (const { op, id } of changes) {
      const row = op === 'delete' ? undefined : tx.row(tables.applications, id);
      if (row?.ismonitorable !== 1) continue;
      const missing = (['launchpath', 'processname'] as const).find((field) => !row[field]);
      if (missing) throw invalid(missing, 'This field is required if the application is monitorable.');
    }
  },
);

/**
 * Reserved applications belong to the appliance, such as its agent. The mark decides which callers may
 * install them. So only admins may clear it or delete the application, except by an undo.
 */
export const reservedStaysReserved = invariant(
  'only an admin can release a reserved application',
  [tables.applications],
  (tx, changes) => {
    const isFreed = changes.some(({ before, id }) => before?.isreserved === 1 && !isReserved(tx, id));
    if (isFreed && !tx.isReversal && !tx.context.actor.isadmin)
      throw new AppError(
        'FORBIDDEN',
        'This application is reserved. Only an admin can release, merge or delete it.',
      );
  },
);

const isReserved = (tx: Tx, appid: number): boolean => tx.row(tables.applications, appid)?.isreserved === 1;
