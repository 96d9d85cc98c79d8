/**
 * The callers that may write a setting: `admin` means any admin, `adminsession` an admin who signed in,
 * without an API token.
 */
export type SettingWriter = 'admin' | 'adminsession';

/** A setting on the settings page: its texts, its type and its visibility. Values are stored as text. */
export interface SettingDeclaration {
  key: string;
  title: string;
  description: string;
  category: string;
  /**
   * Restricts the setting to admins, for example because it controls access, the behavior of PCs or the
   * retention of evidence. Other users may read it.
   */
  needs?: SettingWriter;
  /** The format of a non-empty value. `hint` is a sentence for users that describes it, with an example. */
  format?: { pattern: RegExp; hint: string };
  /** Returns the error in a non-empty value as the end of a sentence that starts with the title. */
  problem?(value: string): string | undefined;
  type: 'string' | 'integer' | 'boolean' | 'select' | 'text' | 'url';
  default: string;
  options?: readonly string[];
  /** The label of each option. Without it, users see the value. */
  words?: Readonly<Record<string, string>>;
  /** False for a setting that the appliance sets itself and the settings page does not offer. */
  offered?: false;
  min?: number;
  max?: number;
  /** True for a secret, which is encrypted at rest and served as a mask. */
  secret?: boolean;
  /**
   * For secrets only: the settings that determine where this secret is sent. Each has the values that would
   * disclose it, or `true` for any change of a non-empty value. Such a change clears the secret, because it
   * was entered for the old destination.
   */
  boundTo?: Readonly<Record<string, true | readonly string[]>>;
  /**
   * For secrets with `boundTo` only: returns the part of the secret that remains after such a change. Without
   * it, nothing remains.
   */
  keep?(secret: string, before: string, after: string): string;
  /**
   * Throws an AppError when the value, which may be empty, contradicts other settings. `text` reads those.
   */
  refuse?(value: string, text: (key: string) => string): void;
  /**
   * Keeps the current value in a restore of older data, as for every secret. Used for settings that control
   * access, data that PCs hand out, or recipients of messages. A list has the values from the widest to the
   * narrowest; a restore then keeps the narrower one.
   */
  lasting?: true | readonly string[];
  /** True if callers may read it without a login. */
  public?: boolean;
  /** True for an address that the server connects to. It is rejected if it refers to the server itself. */
  outbound?: boolean;
}

/**
 * The writers of all settings in a category. A backup contains every secret, so a user who may set its
 * passphrase can read all secrets.
 */
const WRITERS: ReadonlyMap<string, SettingWriter> = new Map([
  ['identity', 'admin'],
  ['endpoints', 'admin'],
  ['enforce', 'admin'],
  ['retention', 'admin'],
  ['backups', 'adminsession'],
  ['mirror', 'admin'],
]);

/**
 * Returns who may write the settings of a category; an empty object without a restriction. It is the default
 * of declared settings, and it applies to keys that no plugin declares.
 */
export const needsOf = (category: string): Pick<SettingDeclaration, 'needs'> => {
  const needs = WRITERS.get(category);
  return needs ? { needs } : {};
};

type SettingInput = Pick<SettingDeclaration, 'title' | 'description' | 'default'> &
  Partial<SettingDeclaration>;

/**
 * Declares the settings of one category, written as `key: { title, description, default }`. The type defaults
 * to `string`, and `needs` to the restriction of the category.
 */
export function declareSettings(
  category: string,
  settings: Record<string, SettingInput>,
): SettingDeclaration[] {
  return Object.entries(settings).map(([key, words]) => ({
    key,
    category,
    type: 'string',
    ...needsOf(category),
    ...words,
  }));
}
