import { z } from 'zod';

/** Where photos lie that were sent here. */
export const PHOTO_AREA = 'employeephotos';
const SENT_HERE = /^[0-9a-f-]{36}\.(?:png|jpg|jpeg|gif|webp)$/;

/** What a directory tells of a person; null where it does not say, or cannot be asked. */
export interface PersonFacts {
  sso: string;
  firstname: string | null;
  lastname: string | null;
  team: string | null;
  role: string | null;
  picture: string | null;
}

/** The spelling of HR databases for each key. Both are taken, and both are served. */
export const SPELLINGS = {
  sso: 'SSO',
  firstname: 'First_Name',
  lastname: 'Last_Name',
  team: 'Team',
  role: 'Role',
  picture: 'Picture',
} as const;
export type PersonKey = keyof typeof SPELLINGS;
export const PERSON_KEYS = Object.keys(SPELLINGS) as PersonKey[];

/** Where a photo is read from: what was sent here, or an address that the directory names. */
export function photoUrl(picture: unknown): string | null {
  if (typeof picture !== 'string') return null;
  if (SENT_HERE.test(picture)) return `/api/employees/photo/${picture}`;
  return /^https?:\/\//i.test(picture) ? picture : null;
}

export const fullPersonName = ({
  firstname,
  lastname,
}: Pick<PersonFacts, 'firstname' | 'lastname'>): string => [firstname, lastname].filter(Boolean).join(' ');

const known = z.string().nullable().optional();
/** A person as search and lookups tell. */
export const person = z
  .object({
    sso: z.string().optional(),
    SSO: z.string().optional(),
    firstname: known,
    First_Name: known,
    lastname: known,
    Last_Name: known,
    team: known,
    Team: known,
    role: known,
    Role: known,
    picture: known,
    Picture: known,
    photourl: known,
    stale: z.boolean().meta({
      description:
        'The HR database does not answer: this is what it said last, or null where it was never asked.',
    }),
  })
  .meta({ id: 'EmployeeEntry' });
export type Person = z.output<typeof person>;

/** In both spellings. */
export function toPerson(facts: PersonFacts, stale: boolean): Person {
  const told: Record<string, unknown> = {};
  for (const key of PERSON_KEYS) {
    told[key] = facts[key];
    told[SPELLINGS[key]] = facts[key];
  }
  return { ...told, photourl: photoUrl(facts.picture), stale } as Person;
}
