import type { ReportAuthorizer } from '../../kit/contributions.ts';

/**
 * Calls `ask` with every report authorizer, because each may throw to reject the report. Returns the last
 * asset that one of them determines; undefined when none does.
 */
export const askAuthorizers = (
  authorizers: readonly ReportAuthorizer[],
  ask: (authorizer: ReportAuthorizer) => number | undefined,
): number | undefined =>
  authorizers.reduce<number | undefined>((assetid, authorizer) => ask(authorizer) ?? assetid, undefined);
