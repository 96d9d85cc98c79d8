import { NativeSelect } from '@mantine/core';
import { useMe } from '../../../../src/web/api/queries.ts';
import { ACTION_DESCRIPTIONS, type Action } from '../../actions.ts';
import { actionTitle } from '../labels.ts';
import { findPolicyRefusal, type PolicyCount } from './policy-refusal.ts';
import { listOfferedActions } from './run-values.ts';

interface RunActionProps {
  value: Action | '';
  policies: readonly PolicyCount[];
  /** True when an admin may bypass the policy of the PC with a reason. */
  mayPass: boolean;
  isFirst: boolean;
  onChange: (action: Action | '') => void;
}

/** Lets the user choose the action. An action that all PCs refuse is disabled and shows the reason. */
export function RunAction({ value, policies, mayPass, isFirst, onChange }: RunActionProps) {
  const me = useMe();
  const options = listOfferedActions(me).map((action) => {
    const refusal = findPolicyRefusal(policies, action);
    const isPassed = refusal?.isOfAll === true && mayPass;
    const note = isPassed ? 'policy override' : refusal?.summary;
    return {
      value: action,
      label: actionTitle(action) + (note ? ` (${note})` : ''),
      disabled: refusal?.isOfAll === true && !mayPass,
    };
  });
  return (
    <NativeSelect
      label="Command to run"
      description={value === '' ? undefined : ACTION_DESCRIPTIONS[value].description}
      data-autofocus={isFirst || undefined}
      data={[{ value: '', label: 'Choose' }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Action | '')}
    />
  );
}
