import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../../src/web/api/client.ts';
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
  /** Called with the ID of a script when the user chooses one instead of an action. */
  onChange: (action: Action | '', scriptid?: string) => void;
}

/** Maximum number of scripts among the actions. The others are found in the field of the script. */
const MAX_SCRIPTS = 10;
const SCRIPTS_PATH = '/endpoints/scripts';
const SCRIPT = 'script:';

/**
 * Lets the user choose the action, or directly a script. An action that all PCs refuse is disabled and shows
 * the reason.
 */
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
  const mayScript = options.some((one) => one.value === 'run_script' && !one.disabled);
  const items = useScriptItems(mayScript);
  const choose = (chosen: string) => {
    if (chosen.startsWith(SCRIPT)) onChange('run_script', chosen.slice(SCRIPT.length));
    else onChange(chosen as Action | '');
  };
  return (
    <NativeSelect
      label="Command to run"
      description={value === '' ? undefined : ACTION_DESCRIPTIONS[value].description}
      data-autofocus={isFirst || undefined}
      data={[
        { value: '', label: 'Choose' },
        ...options,
        ...(items.length > 0 ? [{ group: 'Scripts', items }] : []),
      ]}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** Returns the first scripts as options. */
function useScriptItems(enabled: boolean): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['options', SCRIPTS_PATH, 'first'],
    queryFn: () => get<{ scriptid: number; scriptname: string }[]>(SCRIPTS_PATH, { per_page: MAX_SCRIPTS }),
    enabled,
  });
  if (!enabled) return [];
  return data.map(({ scriptid, scriptname }) => ({ value: SCRIPT + scriptid, label: scriptname }));
}
