/** Who writes a setting: whoever holds the admin role, or with `adminsession` only when he signed in, and no token of his. */
export type SettingWriter = 'admin' | 'adminsession';

/** A setting that the settings page draws: its words, its type and who may see it. Values are stored as text. */
export interface SettingDeclaration {
  key: string;
  title: string;
  description: string;
  category: string;
  /** Only admins write it: it says who may come in, what PCs obey, or how long evidence is kept. Others may read it. */
  needs?: SettingWriter;
  /** The format of a value that is not empty. `hint` is a sentence for users that describes it, with an example. */
  format?: { pattern: RegExp; hint: string };
  /** Says what is wrong with a value that is not empty, as the end of a sentence that begins with the title. */
  problem?(value: string): string | undefined;
  type: 'string' | 'integer' | 'boolean' | 'select' | 'text' | 'url';
  default: string;
  options?: readonly string[];
  /** What people read for each option; without it they read the value. */
  words?: Readonly<Record<string, string>>;
  /** False: the appliance sets it by itself, and the settings page does not offer it. */
  offered?: false;
  min?: number;
  max?: number;
  /** Sealed at rest, served as a mask. */
  secret?: boolean;
  /**
   * Only for secrets: settings that say where this one is sent, each with the values that give it away, or `true` for
   * any other than before. Such a change clears the secret: it was entered for the old place.
   */
  boundTo?: Readonly<Record<string, true | readonly string[]>>;
  /** Only with `boundTo`: what remains of the secret after such a change; without it nothing does. */
  keep?(secret: string, before: string, after: string): string;
  /** Throws an AppError when the value, also an empty one, contradicts other settings, which `text` reads. */
  refuse?(value: string, text: (key: string) => string): void;
  /**
   * A restore of older data leaves it as it is now, as it does every secret: it says who is let in, what a PC gives out, or
   * who is told. A list names the values from the widest to the narrowest: of such a switch the narrower one stays.
   */
  lasting?: true | readonly string[];
  /** Readable without a login. */
  public?: boolean;
  /** An address that this box connects to: refused when it points back at the box itself. */
  outbound?: boolean;
}

/** Who writes whatever is declared in one of these. A backup holds every secret: who seals it with his own has them all. */
const WRITERS: ReadonlyMap<string, SettingWriter> = new Map([
  ['identity', 'admin'],
  ['endpoints', 'admin'],
  ['enforce', 'admin'],
  ['retention', 'admin'],
  ['backups', 'adminsession'],
  ['mirror', 'admin'],
]);

/** What the category alone says of who writes a setting, declared or not. */
export const needsOf = (category: string): Pick<SettingDeclaration, 'needs'> => {
  const needs = WRITERS.get(category);
  return needs ? { needs } : {};
};

type Words = Pick<SettingDeclaration, 'title' | 'description' | 'default'> & Partial<SettingDeclaration>;

/** Settings of one category, written as `key: { title, description, default }`. */
export function declareSettings(category: string, settings: Record<string, Words>): SettingDeclaration[] {
  return Object.entries(settings).map(([key, words]) => ({
    key,
    category,
    type: 'string',
    ...needsOf(category),
    ...words,
  }));
}
