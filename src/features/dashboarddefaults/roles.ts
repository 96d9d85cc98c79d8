/** The roles of displays with the page that each shows. */
const ROLES: Record<string, string> = {
  Dashboard: '/display/shopfloor',
  Lobby: '/display/lobby',
  '3DPrintRoom': '/kiosk/printedparts',
};

/** Spellings that displays out on the floor still report. */
const RETIRED: Record<string, string> = { threedprintroom: '3DPrintRoom' };

/** The stored spelling of a role in any letter case; what is not known stays as it was reported. */
export function canonicalizeRole(reported: string): string {
  const wanted = reported.trim().toLowerCase();
  const known = Object.keys(ROLES).find((role) => role.toLowerCase() === wanted);
  return known ?? (Object.hasOwn(RETIRED, wanted) ? RETIRED[wanted]! : reported);
}

/** The page of a role; null for one that this version does not know. */
export const findRolePage = (role: string): string | null =>
  Object.hasOwn(ROLES, role) ? ROLES[role]! : null;

/** Host names have no letter case, and a trailing dot says nothing new. */
export const canonicalName = (name: string): string => name.trim().replace(/\.$/, '').toLowerCase();
