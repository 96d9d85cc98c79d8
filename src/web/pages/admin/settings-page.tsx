import { IconMail, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { categoryTitle, groupByCategory } from './setting-categories.ts';
import { SettingRow } from './setting-row.tsx';
import { SettingsIndex, sectionId } from './settings-index.tsx';

const MAIL_KEY = 'smtp_host';

/**
 * Shows the settings that this appliance offers, with their descriptions, by category. Each is saved
 * separately.
 */
export function SettingsPage() {
  // A link may open the settings with a search text.
  const initialText = (useLocation().search as Record<string, string>).search ?? '';
  const [text, setText] = useState(initialText);
  const { data, error, isPending, refetch } = useQuery(settingsQuery);
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = data.filter((setting) => {
    if (!setting.offered) return false;
    const haystack =
      `${setting.key} ${setting.title} ${setting.description ?? ''} ${setting.category}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  const groups = groupByCategory(matching);
  return (
    <div className="mw-page">
      <PageHeader
        title="Settings"
        icon={<IconSettings size={22} aria-hidden />}
        subtitle="Choose how this appliance works. Every change is in the audit log."
      />
      <div className="mw-toolbar">
        <SearchBox className="mw-toolbar-search" label="Search in settings" value={text} onChange={setText} />
      </div>
      <div className="mw-settings">
        <SettingsIndex categories={groups.map(([category]) => category)} />
        <div className="mw-stack">
          {groups.map(([category, settings]) => (
            <section
              key={category}
              id={sectionId(category)}
              className="mw-card"
              style={{ scrollMarginTop: 'var(--mw-settings-top, 68px)' }}
            >
              <header>
                <h2>{categoryTitle(category)}</h2>
                {settings.some((setting) => setting.key === MAIL_KEY) && <TestMail />}
              </header>
              {settings.map((setting) => (
                <SettingRow key={setting.key} setting={setting} />
              ))}
            </section>
          ))}
          {groups.length === 0 && <EmptyState icon={<IconSettings size={32} />} title="No settings match" />}
        </div>
      </div>
    </div>
  );
}

function TestMail() {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { data } = await request<{ sent: boolean; error: string | null; answer: string | null }>(
        'POST',
        '/settings/test-email',
        { body: {} },
      );
      const answer = data.answer ? ` The mail server answered: ${data.answer}` : '';
      if (data.sent) toastDone(`Test mail sent to the alert recipients.${answer}`);
      else toastError(new Error(data.error ?? 'The mail server rejected it.'), 'The test mail was not sent');
    } catch (error) {
      toastError(error, 'The test mail was not sent');
    } finally {
      setBusy(false);
    }
  };
  return (
    <SmallButton icon={IconMail} loading={busy} onClick={send}>
      Send test mail
    </SmallButton>
  );
}
