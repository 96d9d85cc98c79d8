import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';

/** A person as lookups tell. */
export interface Employee {
  sso: string;
  firstname: string | null;
  lastname: string | null;
  team: string | null;
  role: string | null;
  photourl: string | null;
  stale: boolean;
}

/** Where the people come from. */
export interface PeopleSource {
  mode: 'selfhosted' | 'external';
  trouble: string | null;
}

export const personNameOf = ({ firstname, lastname }: Pick<Employee, 'firstname' | 'lastname'>): string =>
  [firstname, lastname].filter(Boolean).join(' ');

export const sourceQuery = queryOptions({
  queryKey: ['employees', 'source'],
  queryFn: () => get<PeopleSource>('/employees/source'),
});

const TOGETHER = 100;
type Found = (people: Map<string, Employee>) => void;
interface Waiting {
  sso: string;
  found: Found;
  failed: (cause: unknown) => void;
}
/** Who is asked for in this moment: the rows of a list ask at once, and are told by one request. */
let waiting: Waiting[] = [];

async function askTogether(): Promise<void> {
  const asked = waiting;
  waiting = [];
  for (let at = 0; at < asked.length; at += TOGETHER) {
    const some = asked.slice(at, at + TOGETHER);
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

/** Who has an SSO; null for nobody, undefined while that is not known or for who may not ask. */
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
