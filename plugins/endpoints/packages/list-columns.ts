import { timeSortedById } from '../../../src/kit/list/list-column.ts';
import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { buildCreatorSql } from '../creator-sql.ts';
import { PLATFORMS } from './platforms.ts';

/** The action of the audit log that records the upload of a build. */
export const UPLOADED = 'endpoints.package.uploaded';

/** SQL of the user who uploaded a build. */
export const UPLOADER = buildCreatorSql('agentpackage', 'p.packageid', UPLOADED);

/** The columns of the list of builds. */
export const packageColumns = new ListColumns({
  hasSearch: true,
  ids: ['p.packageid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    packageid: { kind: 'number', operand: 'p.packageid' },
    version: { kind: 'text', operand: 'p.version' },
    platform: { kind: 'choice', operand: 'p.platform', options: PLATFORMS },
    originalname: { kind: 'text', operand: 'p.originalname' },
    size: { kind: 'number', operand: 'p.size' },
    sha256: { kind: 'text', operand: 'p.sha256' },
    iscurrent: { kind: 'boolean', operand: 'p.iscurrent' },
    createdby: { kind: 'text', operand: UPLOADER },
    createddate: timeSortedById('p.createddate', 'p.packageid'),
    modifieddate: { kind: 'instant', operand: 'p.modifieddate' },
  },
});
