import { useQueries } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryString } from '../api/base-path.ts';
import { request } from '../api/client.ts';
import { useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { findReferringLists } from './find-referring-lists.ts';
import { recordId, recordLabel } from './resolve.ts';

const COUNT = new Intl.NumberFormat('en');
/** Maximum number of rows of each list that are shown. */
const PAGE_SIZE = 5;

/**
 * Lists the registers that can be filtered by a record, with the number of matching rows, a link to each, and
 * the first five rows.
 */
export function WhereUsed({ register, record }: { register: RegisterDescriptor; record: RegisterRecord }) {
  const lists = findReferringLists(useRegisters(), register);
  const id = recordId(register, record);
  const counts = useQueries({
    queries: lists.map(({ list, filter }) => ({
      queryKey: ['list', list.path, 'used', filter.name, id],
      queryFn: async () => {
        const query = { [filter.name]: id, per_page: list.unpaged ? undefined : PAGE_SIZE };
        const answer = await request<RegisterRecord[]>('GET', list.path, { query });
        return {
          total: answer.pagination?.total ?? answer.data.length,
          first: answer.data.slice(0, PAGE_SIZE),
        };
      },
    })),
  });
  if (lists.length === 0) return null;
  return (
    <section className="mw-card" aria-label="Used by" aria-busy={counts.some((one) => one.isPending)}>
      <header>
        <h2>Used by</h2>
      </header>
      <ul style={{ padding: '4px 0' }}>
        {lists.map(({ list, filter }, index) => (
          <li key={`${list.name}/${filter.name}`}>
            <AppLink to={list.path + queryString({ [filter.name]: id })} className="mw-used">
              <RegisterIcon name={list.icon} size={16} />
              <span>{list.name === register.name ? `${list.title}: ${filter.title}` : list.title}</span>
              <strong>
                {counts[index]?.data === undefined ? '' : COUNT.format(counts[index].data.total)}
              </strong>
            </AppLink>
            <FirstRows list={list} rows={counts[index]?.data?.first ?? []} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the names of the first rows with links to their pages. */
function FirstRows({ list, rows }: { list: RegisterDescriptor; rows: RegisterRecord[] }) {
  if (rows.length === 0) return null;
  return (
    <p className="mw-used-first">
      {rows.map((row) => (
        <AppLink key={recordId(list, row)} to={`${list.path}/${recordId(list, row)}`}>
          {recordLabel(list, row)}
        </AppLink>
      ))}
    </p>
  );
}
