import type { RegisterDescriptor } from '../../resource/descriptor.ts';

/** Registers whose rows take files with them: the server wants the name typed as a confirmation. */
export const TYPED_CONFIRMATION = new Set(['/applications']);

/** Deleting a record only takes it out of the lists, and it can be restored. */
export function isKept(register: RegisterDescriptor): boolean {
  return register.softdelete && !REMOVED_FOR_GOOD.has(register.path);
}

/** Registers that can switch a record off, but whose delete removes it. */
const REMOVED_FOR_GOOD = new Set(['/applications', '/kioskdevices']);

/** Registers whose new records answer a secret, once. */
const MAKES_SECRETS = new Set(['/kioskdevices']);

// Both kinds have routes of their own, so that the descriptor names only the ordinary rights.
export function canCreate(register: RegisterDescriptor): boolean {
  return register.can.create || (MAKES_SECRETS.has(register.path) && register.can.edit);
}

export function canDelete(register: RegisterDescriptor): boolean {
  return register.can.delete || (TYPED_CONFIRMATION.has(register.path) && register.can.edit);
}

/** The record's secret can be replaced by a new one. */
export function canRenewSecret(register: RegisterDescriptor): boolean {
  return MAKES_SECRETS.has(register.path) && register.can.edit;
}
