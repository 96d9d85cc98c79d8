import { IconListDetails, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogList } from '../../../features/dashboard/catalog-lists.ts';
import { get } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';

/** Lists the catalog lists with their purpose and number of entries. */
export function ListsPage() {
  const [text, setText] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['lists'],
    queryFn: () => get<CatalogList[]>('/dashboard/lists'),
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = data?.filter(({ title, description }) =>
    words.every((word) => `${title} ${description}`.toLowerCase().includes(word)),
  );
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title="Lists"
        icon={<IconListDetails size={22} aria-hidden />}
        subtitle="The values that assets and other records choose from."
      />
      <div className="mw-toolbar">
        <SearchBox className="mw-toolbar-search" label="Search in lists" value={text} onChange={setText} />
      </div>
      {error && !data && <ErrorView error={error} retry={refetch} />}
      {!data && !error && <SkeletonRows rows={12} />}
      {shown?.length === 0 && (
        <EmptyState icon={<IconSearchOff size={32} />} title="No lists match">
          Use fewer words.
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul className="mw-card mw-lists">
          {shown.map((list) => (
            <ListLine key={list.path} {...list} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ListLine({ title, path, icon, description, count }: CatalogList) {
  return (
    <li>
      <AppLink to={path}>
        <RegisterIcon name={icon} size={20} />
        <span>
          <b>{title}</b>
          <span className="mw-muted">{description}</span>
        </span>
        <span className="mw-muted mw-lists-count">
          {count.toLocaleString('en')} {count === 1 ? 'entry' : 'entries'}
        </span>
      </AppLink>
    </li>
  );
}
