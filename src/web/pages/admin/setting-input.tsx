import { NativeSelect, PasswordInput, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { SiteSetting } from '../../../features/platform/routes.ts';
import { DEFAULT_ACCENT } from '../../theme.ts';

const NUMERIC = new Set(['integer', 'int', 'number', 'float']);

/** Settings that are a color. */
const COLORS = new Set(['branding_accent']);

interface SettingInputProps {
  setting: SiteSetting;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onSave: (value: string) => void;
}

/** Shows the input that suits the type of a setting. Switches and choices call `onSave`, others `onChange`. */
export function SettingInput({ setting, value, error, onChange, onSave }: SettingInputProps) {
  const id = `setting-${setting.key}`;
  const disabled = !setting.writable;
  if (setting.valuetype === 'boolean') {
    return (
      <Switch
        id={id}
        disabled={disabled}
        checked={value === 'true'}
        error={error}
        onChange={(event) => onSave(String(event.currentTarget.checked))}
      />
    );
  }
  if (setting.options && setting.options.length > 0) {
    return (
      <NativeSelect
        id={id}
        disabled={disabled}
        data={setting.options.map((option) => ({ value: option, label: setting.words?.[option] ?? option }))}
        value={value}
        error={error}
        onChange={(event) => onSave(event.currentTarget.value)}
      />
    );
  }
  const shared = {
    id,
    disabled,
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const secret = setting.issecret && {
    placeholder: 'Not set',
    onFocus: (event: { currentTarget: { select(): void } }) => event.currentTarget.select(),
  };
  // A single-line field would lose line breaks, also those of a secret.
  if (setting.valuetype === 'text')
    return <Textarea {...shared} {...secret} autosize minRows={2} maxRows={12} autoComplete="off" />;
  if (setting.issecret) {
    return (
      <PasswordInput
        {...shared}
        {...secret}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
      />
    );
  }
  if (COLORS.has(setting.key)) return <ColorInput {...shared} onPick={onChange} />;
  return (
    <TextInput
      {...shared}
      type={NUMERIC.has(setting.valuetype) ? 'number' : 'text'}
      placeholder={setting.default ?? undefined}
      autoComplete="off"
    />
  );
}

interface ColorInputProps extends TextInputProps {
  onPick: (color: string) => void;
}

/** Shows a text field with the color picker of the browser beside it. */
function ColorInput({ onPick, ...text }: ColorInputProps) {
  return (
    <TextInput
      {...text}
      autoComplete="off"
      leftSection={
        <input
          type="color"
          className="mw-color-picker"
          aria-label="Choose color"
          disabled={text.disabled}
          value={/^#[0-9a-f]{6}$/i.test(String(text.value)) ? String(text.value) : DEFAULT_ACCENT}
          onChange={(event) => onPick(event.currentTarget.value)}
        />
      }
    />
  );
}
