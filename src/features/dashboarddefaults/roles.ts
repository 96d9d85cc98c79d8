/** The roles of displays with the page that each shows. */
const ROLES: Record<string, string> = {
  Dashboard: '/display/shopfloor',
  Lobby: '/display/lobby',
  '3DPrintRoom': '/kiosk/printedparts',
};

/** Earlier names of roles, in lower case, that installed displays still report. */
const RENAMED_ROLES: Record<string, string> = { threedprintroom: '3DPrintRoom' };

/**
 * Returns the current spelling of a role in any letter case, and the new name of a renamed role. Returns an
 * unknown role as reported.
 */
export function canonicalizeRole(reported: string): string {
  const wanted = reported.trim().toLowerCase();
  const canonical = Object.keys(ROLES).find((role) => role.toLowerCase() === wanted);
  return canonical ?? (Object.hasOwn(RENAMED_ROLES, wanted) ? RENAMED_ROLES[wanted]! : reported);
}

/**
 * Returns the path of the page that a role shows; null when this version does not support the role. `role` is
 * in the spelling that `canonicalizeRole` returns.
 */
export const findRolePage = (role: string): string | null =>
  Object.hasOwn(ROLES, role) ? ROLES[role]! : null;

/** Returns a host name trimmed, in lower case and without a trailing dot. */
export const canonicalName = (name: string): string => name.trim().replace(/\.$/, '').toLowerCase();
