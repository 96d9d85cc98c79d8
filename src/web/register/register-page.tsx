import { IconMoodEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { registersQuery } from '../api/queries.ts';
import { AppLink } from '../parts/app-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { HelpTopic } from '../parts/help-link.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { useRegisterHelp } from '../plugin-parts.tsx';
import { ListPage } from './list-page.tsx';
import { type ResolvedPage, resolvePage } from './resolve.ts';

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
  return <OpenRegister key={`${page.register.name}-${page.view}-${page.id}`} page={page} />;
}

function OpenRegister({ page: { register, view, id } }: { page: ResolvedPage }) {
  const help = useRegisterHelp(register.name);
  return (
    <HelpTopic.Provider value={help}>
      {view === 'list' && <ListPage register={register} />}
      {view === 'detail' && <DetailPage register={register} id={id} />}
      {(view === 'create' || view === 'edit') && (
        <FormPage register={register} id={view === 'edit' ? id : null} />
      )}
    </HelpTopic.Provider>
  );
}
