import { ListColumns } from '../../../src/kit/list/list-columns.ts';

/** The states of enrollment requests. */
export const REQUEST_STATES = ['pending', 'approved', 'rejected', 'issued', 'revoked'] as const;

const FINGERPRINT = `substr(coalesce(r.noncehash, (SELECT k.noncehash FROM enrollmentcandidates k
  WHERE k.requestid = r.requestid ORDER BY k.candidateid LIMIT 1)), 1, 8)`;

/** The columns of the list of enrollment requests. */
export const requestColumns = new ListColumns({
  ids: ['r.requestid'],
  sort: 'modifieddate',
  dir: 'desc',
  columns: {
    requestid: { kind: 'number', operand: 'r.requestid' },
    hostname: { kind: 'text', operand: 'r.hostname' },
    serialnumber: { kind: 'text', operand: 'r.serialnumber' },
    state: { kind: 'choice', operand: 'r.state', options: REQUEST_STATES },
    noncefingerprint: { kind: 'text', operand: FINGERPRINT },
    contested: {
      kind: 'boolean',
      operand: '((SELECT count(*) FROM enrollmentcandidates k WHERE k.requestid = r.requestid) > 1)',
    },
    showedkey: { kind: 'boolean', operand: 'r.iskeyed' },
    agentversion: { kind: 'text', operand: 'r.agentversion' },
    osversion: { kind: 'text', operand: 'r.osversion' },
    assetid: { kind: 'ref', operand: 'r.assetid' },
    reason: { kind: 'text', operand: 'r.reason' },
    createddate: { kind: 'instant', operand: 'r.createddate' },
    modifieddate: { kind: 'instant', operand: 'r.modifieddate', order: ['r.modifieddate'] },
  },
});
