import { IconMoodEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { registersQuery } from '../api/queries.ts';
import { AppLink } from '../parts/app-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { ListPage } from './list-page.tsx';
import { resolvePage } from './resolve.ts';

const DetailPage = lazy(async () => ({ default: (await import('./detail-page.tsx')).DetailPage }));
const FormPage = lazy(async () => ({ default: (await import('./form-page.tsx')).FormPage }));

/** Shows list, record or form of the register in the URL. */
export function RegisterPage() {
  const { pathname } = useLocation();
  const registers = useQuery(registersQuery);
  if (registers.isPending) return <PageSkeleton />;
  if (registers.error) return <ErrorView error={registers.error} retry={registers.refetch} />;
  const page = resolvePage(registers.data, pathname);
  if (!page) {
    return (
      <EmptyState icon={<IconMoodEmpty size={32} />} title="Page not found">
        The page was moved, its plugin is disabled, or you do not have permission to view it.{' '}
        <AppLink to="/">Open the dashboard</AppLink>
      </EmptyState>
    );
  }
  const key = `${page.register.name}-${page.view}-${page.id}`;
  if (page.view === 'list') return <ListPage key={key} register={page.register} />;
  if (page.view === 'detail') return <DetailPage key={key} register={page.register} id={page.id} />;
  return <FormPage key={key} register={page.register} id={page.view === 'edit' ? page.id : null} />;
}
