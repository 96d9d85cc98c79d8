import pack from '../../package.json' with { type: 'json' };

/** What an executable was made of, written into it when it is compiled (`build/compile.ts`). */
export interface Build {
  version: string;
  /** Of the sources; undefined where they were in no repository. */
  commit?: string;
}

declare const MILLWRIGHT_BUILD: Build | undefined;

/** From its sources or as a bundle it is what package.json says, and of no commit in particular. */
export const build: Build =
  typeof MILLWRIGHT_BUILD === 'undefined' ? { version: pack.version } : MILLWRIGHT_BUILD;

/** The product's version. */
export const version: string = build.version;
