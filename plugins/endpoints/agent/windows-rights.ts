/**
 * Accounts that may change programs: SYSTEM, the administrators, the local administrator account and
 * TrustedInstaller, which installs parts of Windows.
 */
const TRUSTED = new Set([
  'SY',
  'BA',
  'LA',
  'S-1-5-18',
  'S-1-5-32-544',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);
/** Bits of the SDDL permission letters. */
const BITS: Record<string, number> = {
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  SD: 0x1_0000,
  RC: 0x2_0000,
  WD: 0x4_0000,
  WO: 0x8_0000,
  GA: 0x1000_0000,
  GX: 0x2000_0000,
  GW: 0x4000_0000,
  GR: 0x8000_0000,
  FA: 0x1f_01ff,
  FR: 0x12_0089,
  FW: 0x12_0116,
  FX: 0x12_00a0,
};
/**
 * Permissions to write a file or add one to a folder, to delete entries or the object itself, and to change
 * its permissions or owner. Creating a folder is not included: Windows allows it to all users at the root of
 * a disk, and it changes no program.
 */
const CHANGES = ['DC', 'DT', 'SD', 'WD', 'WO', 'GA', 'GW'].map((letters) => BITS[letters]!);
/** Type, flags, permissions and account of an entry. Other parts, such as a condition, grant nothing more. */
const ENTRY = /\(([A-Z]+);([A-Z]*);([^;()]*);[^;()]*;[^;()]*;([^;()]+)/g;
const ALLOW_ACE_TYPES = new Set(['A', 'OA', 'XA', 'ZA']);

/**
 * Reports whether accounts other than the system and administrators may change or own a file or folder, from
 * its SDDL description. True when the description has no owner or no access list.
 */
export function canOthersChange(sddl: string): boolean {
  const owner = /^O:(.*?)(?=[GDS]:|$)/.exec(sddl)?.[1];
  // Without an access list, or with a null one, all users have full access.
  if (owner === undefined || !TRUSTED.has(owner) || !/D:(?!\w*NO_ACCESS_CONTROL)/.test(sddl)) return true;
  return [...sddl.matchAll(ENTRY)].some(([, kind, flags, rights, who]) => {
    const isForThis = ALLOW_ACE_TYPES.has(kind!) && !/^(?:..)*IO/.test(flags!);
    const bits = bitsOf(rights!);
    return isForThis && !TRUSTED.has(who!) && CHANGES.some((bit) => (bits & bit) !== 0);
  });
}

function bitsOf(rights: string): number {
  if (/^(?:0x[0-9a-f]+|\d+)$/i.test(rights)) return Number(rights);
  const letters = rights.match(/../g) ?? [];
  return letters.reduce((bits, one) => bits | (BITS[one] ?? 0), 0);
}
