import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { typeDataOf } from '../resolve.ts';

/**
 * Returns the path of the page of an asset's type, which shows all fields. Returns null before the record is
 * loaded, when no plugin extends the asset, or for any other register, such as that of computers. An asset
 * and its computer, machine or printer share one page.
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
