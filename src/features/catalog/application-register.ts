import type { Row } from '../../kit/data/reader.ts';
import { invalid } from '../../kit/errors.ts';
import { registerOf } from '../../kit/resource/define.ts';
import { boolean, longtext, ref, text, url } from '../../kit/resource/fields.ts';
import type { Input } from '../../kit/resource/register.ts';
import * as tables from './tables.ts';

export const applications = registerOf(tables.applications, {
  name: 'applications',
  path: '/applications',
  label: 'appname',
  title: 'Applications',
  titleone: 'Application',
  icon: 'apps',
  description: 'Programs that agents find on the PCs, and those that a PC must have.',
  audit: 'catalog.application',
  remove: 'hard',
  activatable: true,
  defaultsort: 'appname',
  searchkind: 'application',
  can: {
    read: { can: 'applications.view' },
    create: { can: ['applications.create', 'applications.edit'] },
    edit: { can: 'applications.edit' },
    delete: { can: 'applications.edit' },
  },
  handmade: ['delete'],
  typedconfirmation: true,
  fields: {
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
      help: 'Needed while the application is monitorable.',
    }),
    processname: text({
      title: 'Process name',
      list: 'never',
      section: 'Monitoring',
      help: 'Needed while the application is monitorable.',
    }),
    documentationurl: url({ title: 'Documentation', list: 'hidden' }),
    imagefilename: text({ title: 'Picture', readonly: true, list: 'never' }),
  },
  hooks: { check: (_tx, input, before) => checkMonitoring(input, before) },
});

/** Launch path and process name are needed only while the application is monitorable. */
function checkMonitoring(input: Input, before: Row | undefined): void {
  const monitorable = input.ismonitorable ?? before?.ismonitorable === 1;
  if (!monitorable) return;
  for (const field of ['launchpath', 'processname']) {
    const value = field in input ? input[field] : before?.[field];
    if (!value) throw invalid(field, 'This is needed while the application is monitorable.');
  }
}
