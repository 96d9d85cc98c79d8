import { Checkbox } from '@mantine/core';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../../src/web/plugin-parts.tsx';
import { ACTION_DESCRIPTIONS, ACTIONS, isFreeOfPolicy } from '../../actions.ts';
import { actionTitle } from '../labels.ts';

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function ActionsText({ value }: PluginFieldValueProps) {
  const allowed = listOf(value);
  if (allowed.length === 0) return <span className="mw-muted">Nothing</span>;
  return allowed.map(actionTitle).join(', ');
}

const POLICY_ACTIONS = ACTIONS.filter((action) => !isFreeOfPolicy(action));

/**
 * Shows a checkbox for each action that policies restrict. An allowed action without a checkbox stays in the
 * value.
 */
export function ActionsField({ field, value, error, onChange }: PluginFieldInputProps) {
  const allowed = listOf(value);
  return (
    <Checkbox.Group
      label={field.title}
      description="Policies do not restrict the fetching of log files."
      error={error}
      value={allowed}
      onChange={onChange}
    >
      <div className="mw-form-grid" style={{ padding: '8px 0' }}>
        {POLICY_ACTIONS.map((action) => (
          <Checkbox
            key={action}
            value={action}
            label={ACTION_DESCRIPTIONS[action].title}
            description={ACTION_DESCRIPTIONS[action].description}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export const actions: FieldRenderer = { value: ActionsText, input: ActionsField };
