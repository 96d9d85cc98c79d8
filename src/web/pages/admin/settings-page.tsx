import './settings-styles.ts';
import { IconMail, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { request } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { categoryTitle, groupByCategory } from './setting-categories.ts';
import { SettingRow } from './setting-row.tsx';
import { categoryPath, SettingsIndex } from './settings-index.tsx';

const MAIL_KEY = 'smtp_host';
const FORMER_ANCHOR = 'settings-';

/**
 * Shows the settings of one category, or those of all categories that match a search. Each is saved
 * separately.
 */
export function SettingsPage() {
  const { search: query } = useLocation();
  // A link may open the settings with a search text.
  const [text, setText] = useState((query as Record<string, string>).search ?? '');
  const { section } = useParams({ strict: false }) as { section?: string };
  const { data, error, isPending, refetch } = useQuery(settingsQuery);
  useFormerAnchor();
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const groups = groupByCategory(data.filter(({ offered }) => offered));
  const categories = groups.map(([category]) => category);
  const isSearched = text.trim() !== '';
  const current = isSearched ? undefined : (section ?? categories[0]);
  const shown = isSearched ? search(groups, text) : groups.filter(([category]) => category === current);
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
        <SettingsIndex categories={categories} current={current} onOpen={() => setText('')} />
        <div className="mw-stack">
          {shown.map(([category, settings]) => (
            <section key={category} className="mw-card">
              <header>
                <h2>{categoryTitle(category)}</h2>
                {settings.some((setting) => setting.key === MAIL_KEY) && <TestMail />}
              </header>
              {settings.map((setting) => (
                <SettingRow key={setting.key} setting={setting} />
              ))}
            </section>
          ))}
          {shown.length === 0 && (
            <EmptyState icon={<IconSettings size={32} />} title="No settings match">
              Use fewer words, or choose a category.
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  );
}

/** Opens the page of a category from its former anchor, such as `#settings-mail`. */
function useFormerAnchor(): void {
  const go = useNavigateTo();
  const { hash } = useLocation();
  const category = hash.startsWith(FORMER_ANCHOR) ? hash.slice(FORMER_ANCHOR.length) : undefined;
  useEffect(() => {
    if (category) go(categoryPath(category), { replace: true });
  }, [category, go]);
}

type Group = ReturnType<typeof groupByCategory>[number];

/** Returns the settings that contain each word of a text, in their categories. */
function search(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(([category, settings]): Group[] => {
    const matching = settings.filter(({ key, title, description }) => {
      const haystack =
        `${key} ${title} ${description ?? ''} ${category} ${categoryTitle(category)}`.toLowerCase();
      return words.every((word) => haystack.includes(word));
    });
    return matching.length > 0 ? [[category, matching]] : [];
  });
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
