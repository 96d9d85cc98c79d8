import type { WriteContext } from '../data/tx.ts';
import { type Access, permissionsOf } from '../http/access.ts';

/**
 * Returns the context of a change that only callers with this access too may undo. Access for admins leaves the
 * undo to admins.
 */
export function requireForUndo(context: WriteContext, access: Access): WriteContext {
  const { needs = [] } = context;
  if (access === 'admin' || access === 'adminsession') return { ...context, needs: [] };
  const further = permissionsOf(access);
  if (further.length === 0) return context;
  return { ...context, needs: needs.flatMap((need) => further.map((one) => `${need}&${one}`)) };
}
