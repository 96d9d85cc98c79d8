import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';

/** A person as returned by lookups. */
export interface Employee {
  sso: string;
  firstname: string | null;
  lastname: string | null;
  team: string | null;
  role: string | null;
  photourl: string | null;
  stale: boolean;
}

/**
 * Where the directory reads people: its own list, or an HR database. `trouble` is the reason why that
 * database does not respond, or null.
 */
export interface PeopleSource {
  mode: 'selfhosted' | 'external';
  trouble: string | null;
}

/** Returns first and last name, or the one that is not null; empty when both are null. */
export const personNameOf = ({ firstname, lastname }: Pick<Employee, 'firstname' | 'lastname'>): string =>
  [firstname, lastname].filter(Boolean).join(' ');

export const sourceQuery = queryOptions({
  queryKey: ['employees', 'source'],
  queryFn: () => get<PeopleSource>('/employees/source'),
});

const MAX_PER_REQUEST = 100;
type OnPeople = (people: Map<string, Employee>) => void;
interface PendingLookup {
  sso: string;
  found: OnPeople;
  failed: (cause: unknown) => void;
}
/**
 * Pending lookups. The rows of a list request people in the same moment, and one request fetches up to 100 of
 * them.
 */
let waiting: PendingLookup[] = [];

async function askTogether(): Promise<void> {
  const batch = waiting;
  waiting = [];
  for (let at = 0; at < batch.length; at += MAX_PER_REQUEST) {
    const some = batch.slice(at, at + MAX_PER_REQUEST);
    try {
      const sso = [...new Set(some.map((one) => one.sso))].join(',');
      const { employees } = await get<{ employees: Employee[] }>('/employees/lookup', { sso });
      const people = new Map(employees.map((one) => [one.sso, one]));
      for (const one of some) one.found(people);
    } catch (cause) {
      for (const one of some) one.failed(cause);
    }
  }
}

function ask(sso: string): Promise<Employee | null> {
  if (waiting.length === 0) setTimeout(() => void askTogether(), 5);
  return new Promise((resolve, reject) => {
    waiting.push({ sso, found: (people) => resolve(people.get(sso) ?? null), failed: reject });
  });
}

/**
 * Returns the person with an SSO, or null if there is none. Returns undefined until it is loaded, without the
 * view permission, and for text other than 1 to 20 digits.
 */
export function useEmployee(sso: string): Employee | null | undefined {
  const me = useMe();
  const mayAsk = me !== undefined && (me.isadmin || me.permissions.includes('employees.view'));
  return useQuery({
    queryKey: ['employees', 'one', sso],
    queryFn: () => ask(sso),
    enabled: mayAsk && /^[0-9]{1,20}$/.test(sso),
    staleTime: 60_000,
    retry: false,
  }).data;
}
