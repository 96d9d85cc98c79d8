import { Checkbox, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { request } from '../../../../src/web/api/client.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import type { Action } from '../../actions.ts';
import type { Status } from '../fleet/pc-queries.ts';
import { actionTitle, type FleetRow, formatNames, formatPcCount, pcNameOf } from '../labels.ts';
import { ScopeEditor, scopeMatchQuery } from '../scope/scope-field.tsx';
import { findPolicyRefusal, policiesOf, type Refusal } from './policy-refusal.ts';
import { RunAction } from './run-action.tsx';
import { RunOutcome, type RunResult } from './run-outcome.tsx';
import { RunOverride } from './run-override.tsx';
import { RunParameters } from './run-parameters.tsx';
import { dangerOf, EMPTY_RUN_VALUES, parametersOf, type RunValues, toFieldErrors } from './run-values.ts';

/** A PC from the fleet list or from its own page. */
type SelectedPc = Pick<FleetRow, 'assetid' | 'hostname' | 'policy'> & { assetnumber?: string };

interface RunModalProps {
  /** Selected PCs, or `scope` when the user chooses a scope in the dialog. */
  target: readonly SelectedPc[] | 'scope';
  /** State of the PC when the dialog is on its page. An admin may then bypass its policy. */
  status?: Status;
  /** Action that is selected at first. */
  action?: Action;
  scriptid?: string;
  onClose: () => void;
}

/**
 * Lets the user choose an action and its PCs. Then shows which PCs got the command and which did not; for the
 * PC of a page, a toast does.
 */
export function RunModal({ target, status, action: first, scriptid, onClose }: RunModalProps) {
  const me = useMe();
  const [outcome, setOutcome] = useState<RunResult | null>(null);
  const form = useForm<RunValues>({
    initial: { ...EMPTY_RUN_VALUES, action: first ?? '', scriptid: scriptid ?? null },
    save: async (values) => {
      const parameters = parametersOf(values, passed !== null);
      if (danger && !values.issure) throw new FieldErrors({ issure: 'Confirm this command.' });
      const command = { action: values.action, parameters };
      try {
        if (status)
          await runOnOne(status, { ...command, override: passed ? { reason: values.reason } : null });
        else setOutcome(await runOnMany(target, values.scope, command));
      } catch (error) {
        throw toFieldErrors(error);
      }
      await queryClient.invalidateQueries();
      if (status) onClose();
    },
  });
  const { action, scope } = form.values;
  const scopeMatch = useQuery({ ...scopeMatchQuery(scope), enabled: target === 'scope' });
  const many = target === 'scope' ? (scopeMatch.data?.pcs ?? []) : target;
  const count = target === 'scope' ? (scopeMatch.data?.count ?? 0) : target.length;
  const names = many.map(pcNameOf);
  const danger = dangerOf(form.values, target === 'scope' ? 'scope' : 'chosen', count);
  const policies = target === 'scope' ? (scopeMatch.data?.policies ?? []) : policiesOf(target);
  const mayPass = status !== undefined && me?.isadmin === true;
  const refusal = action === '' ? null : findPolicyRefusal(policies, action);
  const isRefused = refusal?.isOfAll === true && !mayPass;
  const passed = mayPass ? passedBy(form.values, refusal) : null;
  if (outcome) return <RunOutcome outcome={outcome} action={action as Action} pcs={many} onClose={onClose} />;
  return (
    <FormModal
      form={form}
      draft={status ? `endpoints/assets/${status.assetid}/commands/new` : null}
      title={count === 1 && target !== 'scope' ? `Run command on ${names[0]}` : 'Run command'}
      action={count === 1 ? `Run on ${names[0]}` : `Run on ${formatPcCount(count)}`}
      size={560}
      count={action === '' || isRefused ? 1 : count}
      disabled={
        action === '' || isRefused || count === 0 || (target === 'scope' && scopeMatch.isPlaceholderData)
      }
      onClose={onClose}
    >
      <RunAction
        value={action}
        policies={policies}
        mayPass={mayPass}
        isFirst={first === undefined}
        onChange={(next, script) => {
          form.set('action', next);
          if (script) form.set('scriptid', script);
        }}
      />
      {refusal && passed === null && (
        <p className="mw-muted" role="status">
          {refusal.reason}
        </p>
      )}
      <RunParameters form={form} mayPass={mayPass} />
      {target === 'scope' && (
        <Input.Wrapper label="Target PCs" labelElement="div">
          <ScopeEditor value={scope} onChange={(next) => form.set('scope', next)} />
        </Input.Wrapper>
      )}
      {target !== 'scope' && count > 1 && (
        <div role="status">
          <strong>{formatPcCount(count)}</strong> <span className="mw-muted">{formatNames(names)}</span>
        </div>
      )}
      {danger && <Checkbox label={danger} {...form.check('issure')} />}
      {passed !== null && <RunOverride form={form} what={passed} />}
    </FormModal>
  );
}

/** Returns the rule that an admin bypasses with this command, or null. */
function passedBy({ action, iselsewhere }: RunValues, refusal: Refusal | null): string | null {
  if (refusal?.isOfAll) return refusal.reason;
  return action === 'collect_log' && iselsewhere
    ? 'Log files can be fetched only from the log folders in the settings.'
    : null;
}

interface CommandChoice {
  action: string;
  parameters: Record<string, unknown>;
}

async function runOnOne(pc: Status, body: CommandChoice & { override: unknown }): Promise<void> {
  await request('POST', `/endpoints/asset/${pc.assetid}/commands`, { body });
  toastDone(`${actionTitle(body.action)}: queued for ${pcNameOf(pc)}.`);
}

async function runOnMany(
  target: readonly SelectedPc[] | 'scope',
  scope: Record<string, unknown> | null,
  command: CommandChoice,
): Promise<RunResult> {
  const where =
    target === 'scope' ? { scope: scope ?? {} } : { assetids: target.map(({ assetid }) => assetid) };
  return (await request<RunResult>('POST', '/endpoints/commands/bulk', { body: { ...command, ...where } }))
    .data;
}
