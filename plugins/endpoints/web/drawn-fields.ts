import type { DrawnField } from '../../../src/web/plugin-parts.tsx';
import { CredentialCell, LockCell, VerdictCell } from './fleet/fleet-cells.tsx';
import { ActionsField, ActionsText } from './scope/actions-field.tsx';
import { ScopeField, ScopeText } from './scope/scope-field.tsx';
import { ScriptField, ScriptText } from './scripts/script-field.tsx';

/** By the names that fields give in `drawn`. */
export const fields: Readonly<Record<string, DrawnField>> = {
  'endpoints.verdict': { value: VerdictCell },
  'endpoints.credential': { value: CredentialCell },
  'endpoints.lock': { value: LockCell },
  'endpoints.actions': { value: ActionsText, input: ActionsField },
  'endpoints.script': { value: ScriptText, input: ScriptField },
  'pc-scope': { value: ScopeText, input: ScopeField },
};
