import { createContext, useContext } from 'react';
import { useStoredState } from '../parts/use-stored-state.ts';
import de from './texts/de.json';
import en from './texts/en.json';

export type TextKey = keyof typeof en;

/** The texts of each language, from one file each. Every language has all of them. */
const LANGUAGES = { en, de } satisfies Record<string, Record<TextKey, string>>;
export type Language = keyof typeof LANGUAGES;

export const languages = Object.entries(LANGUAGES).map(([value, { language }]) => ({
  value: value as Language,
  label: language,
}));

export interface Texts {
  language: Language;
  choose(language: Language): void;
  /** Returns the text of a key and replaces each `{name}` with a value. */
  t(key: TextKey, values?: Record<string, string | number>): string;
  /** Returns the text for an error code; undefined for an unknown code. */
  ofError(code: string): string | undefined;
}

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

function browsersLanguage(): Language {
  const found = navigator.languages.map((one) => one.slice(0, 2)).find(isLanguage);
  return found ?? 'en';
}

/**
 * Returns the texts of kiosks and displays in the language of this device. It is that of the browser, or
 * English, until a user chooses one.
 */
export function useLanguage(): Texts {
  const [chosen, choose] = useStoredState<string>('floor.language', browsersLanguage());
  const language = isLanguage(chosen) ? chosen : 'en';
  const texts: Record<string, string> = LANGUAGES[language];
  return {
    language,
    choose,
    t: (key, values = {}) =>
      texts[key]!.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
    ofError: (code) => texts[`error.${code}`],
  };
}

const Spoken = createContext<Texts | null>(null);
export const TextsProvider = Spoken.Provider;

/** Returns the texts of the surrounding kiosk or display. Throws an Error elsewhere. */
export function useTexts(): Texts {
  const texts = useContext(Spoken);
  if (!texts) throw new Error('useTexts is called outside of a kiosk or display page.');
  return texts;
}
