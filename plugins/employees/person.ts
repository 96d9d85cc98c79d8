import { z } from 'zod';

/** The file area of uploaded photos. */
export const PHOTO_AREA = 'employeephotos';
const UPLOADED_PHOTO = /^[0-9a-f-]{36}\.(?:png|jpg|jpeg|gif|webp)$/;

/** The facts of a person in a directory. A value is null when the directory has none or does not respond. */
export interface PersonFacts {
  sso: string;
  firstname: string | null;
  lastname: string | null;
  team: string | null;
  role: string | null;
  picture: string | null;
}

/** The spelling of HR databases for each key. Requests may use either spelling; responses contain both. */
export const API_NAMES = {
  sso: 'SSO',
  firstname: 'First_Name',
  lastname: 'Last_Name',
  team: 'Team',
  role: 'Role',
  picture: 'Picture',
} as const;
export type PersonKey = keyof typeof API_NAMES;
export const PERSON_KEYS = Object.keys(API_NAMES) as PersonKey[];

/**
 * Returns the URL of a photo: an uploaded file, or a web address from the directory. Returns null for
 * anything else.
 */
export function photoUrl(picture: unknown): string | null {
  if (typeof picture !== 'string') return null;
  if (UPLOADED_PHOTO.test(picture)) return `/api/employees/photo/${picture}`;
  return /^https?:\/\//i.test(picture) ? picture : null;
}

/** Returns the first and last name; empty when the person has neither. */
export const fullPersonName = ({
  firstname,
  lastname,
}: Pick<PersonFacts, 'firstname' | 'lastname'>): string => [firstname, lastname].filter(Boolean).join(' ');

const optionalText = z.string().nullable().optional();
/** The schema of a person in search results and lookups. */
export const person = z
  .object({
    sso: z.string().optional(),
    SSO: z.string().optional(),
    firstname: optionalText,
    First_Name: optionalText,
    lastname: optionalText,
    Last_Name: optionalText,
    team: optionalText,
    Team: optionalText,
    role: optionalText,
    Role: optionalText,
    picture: optionalText,
    Picture: optionalText,
    photourl: optionalText,
    stale: z.boolean().meta({
      description: 'True when the HR database does not respond. The values are the last known ones, or null.',
    }),
  })
  .meta({ id: 'EmployeeEntry' });
export type Person = z.output<typeof person>;

/** Converts facts to a person with the keys in both spellings. */
export function toPerson(facts: PersonFacts, stale: boolean): Person {
  const values: Record<string, unknown> = {};
  for (const key of PERSON_KEYS) {
    values[key] = facts[key];
    values[API_NAMES[key]] = facts[key];
  }
  return { ...values, photourl: photoUrl(facts.picture), stale } as Person;
}
