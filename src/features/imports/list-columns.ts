import { timeSortedById } from '../../kit/list/list-column.ts';
import { ListColumns } from '../../kit/list/list-columns.ts';

/** The columns of the list of imports. */
export const importColumns = new ListColumns({
  hasSearch: true,
  ids: ['i.importid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    importid: { kind: 'number', operand: 'i.importid' },
    target: { kind: 'text', operand: 'i.target' },
    register: { kind: 'text', operand: 'i.register' },
    filename: { kind: 'text', operand: 'i.filename' },
    dryrun: { kind: 'boolean', operand: 'i.dryrun' },
    skiperrors: { kind: 'boolean', operand: 'i.skiperrors' },
    userid: { kind: 'ref', operand: 'i.userid' },
    username: { kind: 'text', operand: 'i.username' },
    createddate: timeSortedById('i.createddate', 'i.importid'),
  },
});
