import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { PLATFORMS } from '../packages/platforms.ts';

/** Returns the SQL of a value of a PC in `json_each(?) r`. */
const ofPc = (name: string): string => `(r.value ->> '${name}')`;

/**
 * The columns of the list of PCs with their readiness. They are read from a JSON list of all PCs in the order of
 * their host names, because the blockers depend on the current builds and pins.
 */
export const readinessColumns = new ListColumns({
  ids: ['r.key'],
  sort: 'hostname',
  columns: {
    assetid: { kind: 'ref', operand: ofPc('assetid') },
    hostname: { kind: 'text', operand: ofPc('hostname'), order: ['r.key'] },
    agentversion: { kind: 'text', operand: ofPc('agentversion') },
    targetversion: { kind: 'text', operand: ofPc('targetversion') },
    platform: { kind: 'choice', operand: ofPc('platform'), options: PLATFORMS },
    ready: { kind: 'boolean', operand: ofPc('ready') },
    blockers: { kind: 'json', operand: "(r.value -> 'blockers')" },
  },
});
