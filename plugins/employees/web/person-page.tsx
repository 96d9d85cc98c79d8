import { Alert } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../../src/web/api/api-error.ts';
import { get } from '../../../src/web/api/client.ts';
import { recordQuery, useMe } from '../../../src/web/api/queries.ts';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import { DetailActions } from '../../../src/web/register/detail-actions.tsx';
import { useEmployees } from './employee-register.ts';
import { type Employee, personNameOf, sourceQuery } from './people-queries.ts';
import { NoticesCard, UsbDevicesCard } from './person-cards.tsx';
import { PersonNotFound } from './person-not-found.tsx';
import { Photo } from './photo.tsx';
import { PhotoCard } from './photo-card.tsx';

/** Shows the page of a person with facts, borrowed devices and notifications. */
export function PersonPage() {
  const { sso = '' } = useParams({ strict: false }) as { sso?: string };
  return <PersonOf key={sso} sso={sso} />;
}

function PersonOf({ sso }: { sso: string }) {
  const register = useEmployees();
  const isadmin = useMe()?.isadmin === true;
  const source = useQuery(sourceQuery).data;
  const isOurs = source?.mode === 'selfhosted';
  const query = useQuery({
    queryKey: ['employees', 'person', sso],
    queryFn: () => get<Employee>(`/employees/lookup/${sso}`),
    retry: false,
  });
  const entry = useQuery({
    ...recordQuery(register.path, sso),
    enabled: isOurs && query.data !== undefined,
  }).data;
  if (query.isPending) return <PageSkeleton />;
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status)) return <PersonNotFound />;
  if (!query.data) return <ErrorView error={query.error} retry={query.refetch} />;
  const person = query.data;
  const name = personNameOf(person) || sso;
  const facts: [string, string | null][] = [
    ['Employee number', person.sso],
    ['First name', person.firstname],
    ['Last name', person.lastname],
    ['Team', person.team],
    ['Role', person.role],
  ];
  return (
    <div className="mw-page">
      <PageHeader
        title={name}
        crumbs={[{ title: register.title, to: register.path }]}
        icon={<Photo name={name} url={person.photourl} size={44} />}
        subtitle={[person.role, person.team].filter(Boolean).join(' · ') || undefined}
        actions={entry && <DetailActions register={register} record={entry} />}
      />
      {person.stale && (
        <Alert color="yellow" mb="md" icon={<IconClockExclamation size={18} />}>
          The HR database does not respond. These are the last known data and may be incomplete.
        </Alert>
      )}
      <div className="mw-facts">
        <section className="mw-card" aria-label="Employee">
          <header>
            <h2>Employee</h2>
          </header>
          <dl className="mw-fact-list">
            {facts.map(([title, value]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{value ?? <span className="mw-muted">–</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
        <PhotoCard sso={person.sso} name={name} url={person.photourl} mayChange={isOurs && isadmin} />
        <UsbDevicesCard sso={person.sso} />
        <NoticesCard sso={person.sso} />
      </div>
    </div>
  );
}
