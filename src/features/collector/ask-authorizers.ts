import type { ReportAuthorizer } from '../../kit/contributions.ts';

/** Asks every report authorizer, because each may refuse. Returns the asset that one of them knows. */
export const askAuthorizers = (
  authorizers: readonly ReportAuthorizer[],
  ask: (authorizer: ReportAuthorizer) => number | undefined,
): number | undefined =>
  authorizers.reduce<number | undefined>((assetid, authorizer) => ask(authorizer) ?? assetid, undefined);
