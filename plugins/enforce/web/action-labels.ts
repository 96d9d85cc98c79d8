import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  nouns: { scope: 'enforcement scope' },
  sentences: {
    'enforce.entry.payloaduploaded': 'uploaded the payload of entry',
    'enforce.payload.kept': 'stored the payload of entry',
    'enforce.payload.reaped': 'deleted unused payloads',
    'enforce.report.forgotten': 'deleted old enforcement reports',
    'enforce.report.received': 'sent an enforcement report',
    'enforce.scope.reordered': 'reordered the entries of scope',
    'enforce.scope.rolledback': 'rolled back scope',
  },
};
