import { Alert, Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { request } from '../../../../src/web/api/client.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { type Action, DESCRIBED } from '../../actions.ts';
import type { Status } from '../fleet/pc-queries.ts';
import { meantQuery, ScopeEditor } from '../scope/scope-field.tsx';
import { actionTitle, nameOf, namesOf, type Pc, pcs } from '../words.ts';
import { type Outcome, RunOutcome } from './run-outcome.tsx';
import { RunParameters } from './run-parameters.tsx';
import {
  besideFields,
  dangerOf,
  EMPTY,
  isAllowed,
  offered,
  parametersOf,
  type RunValues,
} from './run-values.ts';

interface RunModalProps {
  /** PCs that were chosen, or those that a scope means, which is asked for. */
  target: readonly Pc[] | 'scope';
  /** Of the one PC that was chosen: what its policy allows. */
  status?: Status;
  /** What is chosen at first. */
  action?: Action;
  scriptid?: string;
  onClose: () => void;
}

/** Asks what is to be done and where, and tells who got it and who did not. */
export function RunModal({ target, status, action: first, scriptid, onClose }: RunModalProps) {
  const me = useMe();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useForm<RunValues>({
    initial: { ...EMPTY, action: first ?? '', scriptid: scriptid ?? null },
    save: async (values) => {
      const overrides = !isAllowed(status, values.action as Action);
      const parameters = parametersOf(values, overrides);
      if (danger && !values.issure) throw new FieldErrors({ issure: 'Say that this is what you mean.' });
      const asked = { action: values.action, parameters };
      try {
        if (status)
          await runOnOne(status, { ...asked, override: overrides ? { reason: values.reason } : null });
        else setOutcome(await runOnMany(target, values.scope, asked));
      } catch (error) {
        throw besideFields(error);
      }
      await queryClient.invalidateQueries();
      if (status) onClose();
    },
  });
  const { action, scope } = form.values;
  const meant = useQuery({ ...meantQuery(scope), enabled: target === 'scope' });
  const many = target === 'scope' ? (meant.data?.pcs ?? []) : target;
  const count = target === 'scope' ? (meant.data?.count ?? 0) : target.length;
  const names = many.map(nameOf);
  const danger = dangerOf(form.values, target === 'scope' ? 'scope' : 'chosen', count);
  const override = action !== '' && !isAllowed(status, action);
  if (outcome) return <RunOutcome outcome={outcome} action={action as Action} pcs={many} onClose={onClose} />;
  return (
    <FormModal
      form={form}
      title={count === 1 && target !== 'scope' ? `Run a command on ${names[0]}` : 'Run a command'}
      action={count === 1 ? `Run on ${names[0]}` : `Run on ${pcs(count)}`}
      size={560}
      disabled={action === '' || count === 0 || (target === 'scope' && meant.isPlaceholderData)}
      onClose={onClose}
    >
      <NativeSelect
        label="What is to be done"
        description={action === '' ? undefined : DESCRIBED[action].says}
        data-autofocus={first === undefined || undefined}
        data={[
          { value: '', label: 'Choose' },
          ...offered(me, status).map((name) => ({
            value: name,
            label: actionTitle(name) + (isAllowed(status, name) ? '' : ' (against the policy)'),
          })),
        ]}
        value={action}
        onChange={(event) => form.set('action', event.currentTarget.value as Action | '')}
      />
      <RunParameters form={form} />
      {target === 'scope' && (
        <Input.Wrapper label="On which PCs" labelElement="div">
          <ScopeEditor value={scope} onChange={(next) => form.set('scope', next)} />
        </Input.Wrapper>
      )}
      {target !== 'scope' && count > 1 && (
        <div role="status">
          <strong>{pcs(count)}</strong> <span className="mw-muted">{namesOf(names)}</span>
        </div>
      )}
      {danger && <Checkbox label={danger} {...form.check('issure')} />}
      {override && (
        <>
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
            The policy “{status?.policy.policyname}” does not allow this here. You may pass it as an admin:
            your reason is kept in the log, and the PC is held against other commands for 60 minutes.
          </Alert>
          <TextInput label="Why" required maxLength={500} autoComplete="off" {...form.text('reason')} />
        </>
      )}
    </FormModal>
  );
}

interface Asked {
  action: string;
  parameters: Record<string, unknown>;
}

async function runOnOne(pc: Status, body: Asked & { override: unknown }): Promise<void> {
  await request('POST', `/endpoints/asset/${pc.assetid}/commands`, { body });
  toastDone(`${actionTitle(body.action)}: queued for ${nameOf(pc)}.`);
}

async function runOnMany(
  target: readonly Pc[] | 'scope',
  scope: Record<string, unknown> | null,
  asked: Asked,
): Promise<Outcome> {
  const where =
    target === 'scope' ? { scope: scope ?? {} } : { assetids: target.map(({ assetid }) => assetid) };
  return (await request<Outcome>('POST', '/endpoints/commands/bulk', { body: { ...asked, ...where } })).data;
}
