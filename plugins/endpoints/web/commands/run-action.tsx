import { NativeSelect } from '@mantine/core';
import { useMe } from '../../../../src/web/api/queries.ts';
import { ACTION_DESCRIPTIONS, type Action } from '../../actions.ts';
import { actionTitle } from '../labels.ts';
import { findPolicyRefusal, type PolicyCount } from './policy-refusal.ts';
import { listOfferedActions } from './run-values.ts';

interface RunActionProps {
  value: Action | '';
  policies: readonly PolicyCount[];
  /** An admin may pass the policy of one PC, with a reason. */
  mayPass: boolean;
  isFirst: boolean;
  onChange: (action: Action | '') => void;
}

/** What is to be done. What no PC would take is grey, and says why. */
export function RunAction({ value, policies, mayPass, isFirst, onChange }: RunActionProps) {
  const me = useMe();
  const options = listOfferedActions(me).map((action) => {
    const refusal = findPolicyRefusal(policies, action);
    const isPassed = refusal?.isOfAll === true && mayPass;
    const note = isPassed ? 'against the policy' : refusal?.summary;
    return {
      value: action,
      label: actionTitle(action) + (note ? ` (${note})` : ''),
      disabled: refusal?.isOfAll === true && !mayPass,
    };
  });
  return (
    <NativeSelect
      label="What is to be done"
      description={value === '' ? undefined : ACTION_DESCRIPTIONS[value].says}
      data-autofocus={isFirst || undefined}
      data={[{ value: '', label: 'Choose' }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Action | '')}
    />
  );
}
