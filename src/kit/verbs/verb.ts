import type { WriteContext } from '../data/tx.ts';
import type { Host } from '../host.ts';
import { accessTo } from '../http/access.ts';
import type { Given } from '../resource/fields.ts';
import type { Asked, RecordVerb } from '../resource/verbs.ts';

/** Declares a verb; what `run` is given is typed by what is asked for. */
export const verb = <const A extends Asked = Record<never, never>>(
  given: Omit<RecordVerb, 'asks' | 'run' | 'needs'> & {
    needs: string;
    asks?: A;
    run(host: Host, context: WriteContext, id: number, given: Given<A>): void;
  },
): RecordVerb => ({
  ...given,
  asks: given.asks ?? {},
  needs: accessTo(given.needs),
  run: given.run,
});
