import pack from '../../package.json' with { type: 'json' };

/** Data of an executable, which `build/compile.ts` writes into it. */
export interface BuildInfo {
  version: string;
  /** The commit of the sources; undefined when they were in no repository. */
  commit?: string;
  /**
   * Base64 of the SubjectPublicKeyInfo of the Ed25519 key that signs releases; undefined in a build without
   * one.
   */
  releasekey?: string;
}

declare const MILLWRIGHT_BUILD: BuildInfo | undefined;

/**
 * The build data of an executable. Without one, the version is that of package.json, and there is no commit.
 */
export const buildInfo: BuildInfo =
  typeof MILLWRIGHT_BUILD === 'undefined' ? { version: pack.version } : MILLWRIGHT_BUILD;

/** The product version. */
export const version: string = buildInfo.version;

/** True in a compiled executable. */
export const isExecutable: boolean = typeof MILLWRIGHT_BUILD !== 'undefined';
