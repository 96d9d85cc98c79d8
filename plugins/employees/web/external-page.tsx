import { Alert, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClockExclamation, IconPlugConnected, IconSearch, IconSettings } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { AppLink, useNavigateTo } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { RegisterIcon } from '../../../src/web/parts/register-icon.tsx';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { toastError } from '../../../src/web/parts/toasts.tsx';
import { type Employee, type PeopleSource, personNameOf, sourceQuery } from './people-queries.ts';
import { Photo } from './photo.tsx';

const COLUMNS: TableColumn<Employee>[] = [
  {
    title: 'Name',
    headline: true,
    cell: (one) => (
      <span className="mw-state">
        <Photo name={personNameOf(one)} url={one.photourl} size={28} />
        <AppLink to={`/employees/directory/${one.sso}`}>{personNameOf(one) || one.sso}</AppLink>
      </span>
    ),
  },
  { title: 'Employee number', cell: ({ sso }) => sso },
  { title: 'Team', cell: ({ team }) => team },
  { title: 'Role', cell: ({ role }) => role },
];

/** Shows the search in an HR database. The appliance stores only previous results, so there is no list. */
export function ExternalPage({ source }: { source: PeopleSource }) {
  const go = useNavigateTo();
  const isadmin = useMe()?.isadmin === true;
  const [text, setText] = useState('');
  const [result, setResult] = useState<TestResult | null>(null);
  const [q] = useDebouncedValue(text.trim(), 250);
  const query = useQuery({
    queryKey: ['employees', 'search', q],
    queryFn: async () => {
      const found = await get<Employee[]>('/employees/search', { q, limit: 50 });
      await queryClient.invalidateQueries(sourceQuery);
      return found;
    },
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="mw-page">
      <PageHeader
        title="Employees"
        icon={<RegisterIcon name="users" size={22} />}
        subtitle="Search employees in the HR database, where they are added and changed."
        actions={
          isadmin && (
            <>
              <TestButton onTold={setResult} />
              <Button
                variant="default"
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => go('/admin/settings?search=employees')}
              >
                Settings
              </Button>
            </>
          )
        }
      />
      {result && (
        <Alert color={result.works ? 'green' : 'red'} role="status" mb="md">
          {result.message}
        </Alert>
      )}
      <Trouble source={source} isOld={query.data?.some(({ stale }) => stale) === true} />
      <div className="mw-toolbar">
        <SearchBox
          className="mw-toolbar-search"
          label="Search by name, number, team or role"
          value={text}
          onChange={setText}
        />
      </div>
      {q.length < 2 ? (
        <div className="mw-card">
          <EmptyState icon={<IconSearch size={32} />} title="Search employees">
            Enter at least two letters of a name or digits of an employee number.
          </EmptyState>
        </div>
      ) : (
        <DataTable
          title="Results"
          query={query}
          rows={query.data}
          rowKey={(one) => one.sso}
          columns={COLUMNS}
          empty={{
            icon: IconSearch,
            title: source.trouble ? 'No stored results' : 'No employees found',
            text: source.trouble
              ? 'The HR database does not respond, and this search was not made before.'
              : 'Try fewer letters.',
          }}
        />
      )}
    </div>
  );
}

/** Warns that the shown data may be outdated. */
function Trouble({ source, isOld }: { source: PeopleSource; isOld: boolean }) {
  if (!source.trouble && !isOld) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      mb="md"
      icon={<IconClockExclamation size={18} />}
      title="The HR database does not respond"
    >
      {source.trouble} The data shown may be outdated. Millwright retries automatically.
    </Alert>
  );
}

interface TestResult {
  works: boolean;
  message: string;
}

function TestButton({ onTold }: { onTold: (result: TestResult) => void }) {
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    try {
      onTold((await request<TestResult>('POST', '/employees/connection-test')).data);
      await queryClient.invalidateQueries(sourceQuery);
    } catch (error) {
      toastError(error, 'The connection could not be tested');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      loading={busy}
      onClick={() => void test()}
    >
      Test connection
    </Button>
  );
}
