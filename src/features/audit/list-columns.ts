import { toConstantSql } from '../../kit/data/sql-text.ts';
import { timeSortedById } from '../../kit/list/list-column.ts';
import { ListColumns } from '../../kit/list/list-columns.ts';
import { isOpen } from './queries.ts';

/** The columns of the audit log. */
export const auditColumns = new ListColumns({
  ids: ['auditlogid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    auditlogid: { kind: 'number', operand: 'auditlogs.auditlogid' },
    createddate: timeSortedById('auditlogs.createddate', 'auditlogid'),
    action: { kind: 'text', operand: 'auditlogs.action' },
    userid: { kind: 'ref', operand: 'auditlogs.userid' },
    username: { kind: 'text', operand: 'auditlogs.username' },
    actorkind: { kind: 'text', operand: 'auditlogs.actorkind' },
    entitytype: { kind: 'text', operand: 'auditlogs.entitytype' },
    entityid: { kind: 'text', operand: 'auditlogs.entityid' },
    details: { kind: 'json', operand: 'auditlogs.details' },
    ipaddress: { kind: 'text', operand: 'auditlogs.ipaddress' },
    requestid: { kind: 'text', operand: 'auditlogs.requestid' },
    undoof: { kind: 'ref', operand: 'auditlogs.undoof' },
    undoable: { kind: 'boolean', operand: `(${toConstantSql(isOpen()!)})` },
  },
});
