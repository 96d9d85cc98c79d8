import type { Sync } from '../data/database.ts';
import type { WriteContext } from '../data/tx.ts';
import type { Host } from '../host.ts';
import { toRouteAccess } from '../http/access.ts';
import type { ParameterValues } from '../resource/fields.ts';
import type { ParameterFields, RecordVerb } from '../resource/verbs.ts';

/**
 * Declares a verb. The type of the parameters of `run` follows from their fields. A `run` that returns a
 * promise does not compile, because its work would continue after the response.
 */
export const verb = <const A extends ParameterFields = Record<never, never>, R = void>(
  declaration: Omit<RecordVerb, 'parameters' | 'run' | 'needs'> & {
    needs: string;
    parameters?: A;
    run(host: Host, context: WriteContext, id: number, input: ParameterValues<A>): R & Sync<R>;
  },
): RecordVerb => ({
  ...declaration,
  parameters: declaration.parameters ?? {},
  needs: toRouteAccess(declaration.needs),
  run: declaration.run,
});
