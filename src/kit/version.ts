import pack from '../../package.json' with { type: 'json' };

/** What an executable was made of, written into it when it is compiled (`build/compile.ts`). */
export interface BuildInfo {
  version: string;
  /** Of the sources; undefined where they were in no repository. */
  commit?: string;
  /** Base64 of the SubjectPublicKeyInfo of the Ed25519 key that signs releases; undefined in a build without one. */
  releasekey?: string;
}

declare const MILLWRIGHT_BUILD: BuildInfo | undefined;

/** From its sources or as a bundle it is what package.json says, and of no commit in particular. */
export const buildInfo: BuildInfo =
  typeof MILLWRIGHT_BUILD === 'undefined' ? { version: pack.version } : MILLWRIGHT_BUILD;

/** The product's version. */
export const version: string = buildInfo.version;

/** Reports whether this is a compiled executable. */
export const isExecutable: boolean = typeof MILLWRIGHT_BUILD !== 'undefined';
