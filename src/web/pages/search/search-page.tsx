import { Button } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SearchHit } from '../../../features/search/index.ts';
import { get } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { useSearchText } from '../../parts/use-search-text.ts';
import { SearchLanguageBox } from '../../search/search-language-box.tsx';
import { kindIcon, searchQuery, subtitleOf } from '../../shell/search-hits.ts';

/** Shows all hits of a search, or a suggestion when there are none. */
export function SearchPage() {
  const { q, text, setText } = useSearchText('/search');
  const { data, error, isLoading, refetch } = useQuery(searchQuery(q));
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title="Search"
        icon={<IconSearch size={22} aria-hidden />}
        subtitle="Find assets, people, locations, catalog entries and pages by words, numbers or fields."
      />
      <search className="mw-toolbar" aria-label="Search everything">
        <SearchLanguageBox
          label="Search for"
          placeholder="Number, name, serial, IP or MAC address, vendor or location"
          value={text}
          onChange={setText}
          flex="1 1 100%"
          maw={640}
          autoFocus
        />
      </search>
      {error && <ErrorView error={error} retry={refetch} />}
      {isLoading && <SkeletonRows rows={5} />}
      {data && data.length > 0 && <Hits hits={data} />}
      {data && data.length === 0 && q && <NoHits q={q} onTry={setText} />}
    </div>
  );
}

function Hits({ hits }: { hits: SearchHit[] }) {
  return (
    <ul className="mw-card">
      {hits.map((hit) => (
        <li key={`${hit.kind}-${hit.id}`}>
          <AppLink to={hit.url} className="mw-nav-leaf mw-hit-row">
            <RegisterIcon name={kindIcon(hit.kind)} />
            <span className="mw-hit-text">
              <strong>{hit.title}</strong>
              <small className="mw-muted">{subtitleOf(hit)}</small>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function NoHits({ q, onTry }: { q: string; onTry: (text: string) => void }) {
  const { data } = useQuery({
    queryKey: ['suggest', q],
    queryFn: () => get<{ suggestion: string | null }>('/search/suggest', { q }),
  });
  const suggestion = data?.suggestion;
  return (
    <div className="mw-card">
      <EmptyState
        icon={<IconSearchOff size={32} />}
        title={`Nothing found for “${q}”`}
        actions={
          suggestion && (
            <Button variant="default" onClick={() => onTry(suggestion)}>
              Search for “{suggestion}”
            </Button>
          )
        }
      >
        Enter the beginnings of words, numbers or names, in any order. To find inactive records, search in
        their lists.
      </EmptyState>
    </div>
  );
}
