import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { ChangedSetting, SiteSetting } from '../../../features/platform/routes.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { InfoSign } from '../../parts/info-sign.tsx';
import { useLeaveGuard } from '../../parts/leave-guard.ts';
import { toastDone } from '../../parts/toasts.tsx';
import { findImagePlace, SettingImage } from './setting-image.tsx';
import { SettingInput } from './setting-input.tsx';

/** Secrets that cannot be looked up later. They are typed twice, so that a typing error is found in time. */
const CONFIRMED_SETTINGS = new Set(['backup_passphrase']);

/**
 * Shows one setting with title, description and value. Switches and choices are saved at once, texts with a
 * button.
 */
export function SettingRow({ setting }: { setting: SiteSetting }) {
  const [value, setValue] = useState(setting.value);
  const [again, setAgain] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { title } = setting;
  // Shows the value of the server after the setting was saved here or elsewhere, or undone.
  useEffect(() => {
    setValue(setting.value);
    setAgain('');
  }, [setting.value]);
  const save = async (next: string) => {
    setValue(next);
    setBusy(true);
    setError(null);
    try {
      const answer = await request<ChangedSetting>('PUT', `/settings/${setting.key}`, {
        body: { value: next },
      });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['settings'] }),
        queryClient.invalidateQueries({ queryKey: ['branding'] }),
        queryClient.invalidateQueries({ queryKey: ['capabilities'] }),
      ]);
      const cleared = answer.data.cleared?.join(', ');
      toastDone(
        cleared ? `${title} saved. ${cleared} was cleared. Enter it again.` : `${title} saved.`,
        answer.auditid,
      );
    } catch (failure) {
      setError(
        failure instanceof ApiError ? (failure.fielderrors.value ?? failure.message) : errorMessage(failure),
      );
    } finally {
      setBusy(false);
    }
  };
  const dirty = value !== setting.value;
  useLeaveGuard(dirty && !busy);
  const isTwice = dirty && value !== '' && CONFIRMED_SETTINGS.has(setting.key);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTwice && again !== value) setError('The two entries differ. Enter the same text twice.');
    else void save(value);
  };
  const place = findImagePlace(setting.key);
  return (
    <form className="mw-setting" onSubmit={submit}>
      <div>
        <div className="mw-setting-title">
          {place ? (
            <strong>{title}</strong>
          ) : (
            <label htmlFor={`setting-${setting.key}`}>
              <strong>{title}</strong>
            </label>
          )}
          <InfoSign label={`Key of ${title}`}>
            Key in the API: <code>{setting.key}</code>
          </InfoSign>
        </div>
        {setting.description && <div className="mw-muted">{setting.description}</div>}
        {!setting.writable && <div className="mw-muted">Only admins can change this.</div>}
      </div>
      <div className="mw-setting-value">
        {place ? (
          <SettingImage setting={setting} place={place} />
        ) : (
          <Stack gap="xs">
            <SettingInput
              setting={setting}
              value={value}
              error={error}
              onChange={setValue}
              onSave={(next) => void save(next)}
            />
            {isTwice && (
              <PasswordInput
                aria-label={`${title}, again`}
                placeholder="Repeat"
                value={again}
                onChange={(event) => setAgain(event.currentTarget.value)}
                autoComplete="off"
                visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
              />
            )}
          </Stack>
        )}
        {dirty && (
          <Button type="submit" size="sm" loading={busy}>
            Save
          </Button>
        )}
      </div>
    </form>
  );
}
