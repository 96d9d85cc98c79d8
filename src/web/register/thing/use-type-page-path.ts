import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { typeDataOf } from '../resolve.ts';

/**
 * The address at which an asset is shown with all that its kind knows of it; null where that is the one that is open.
 * An asset and its computer, machine or printer are one thing, and have one page.
 */
export function useTypePagePath(
  register: RegisterDescriptor,
  record: RegisterRecord | undefined,
): string | null {
  const registers = useRegisters();
  if (register.name !== 'assets' || !record) return null;
  const data = typeDataOf(record);
  const typed = registers.find((one) => one.isasset && one.name !== register.name && data[one.idfield]);
  return typed ? `${typed.path}/${data[typed.idfield]}` : null;
}
