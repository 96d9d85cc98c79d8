import type { Host } from '../../kit/host.ts';
import { isSameAssetType, type RecordOut } from '../../kit/resource/register.ts';

/**
 * Returns the type-specific fields of an asset, with the ID and path of their record. Omits fields that only
 * some callers may see. Returns null when no enabled plugin has a record for the asset.
 */
export function readTypeData(host: Host, record: RecordOut): RecordOut | null {
  for (const register of host.registers.all()) {
    if (!register.asset || !isSameAssetType(register.asset.type, record.assettype)) continue;
    const own = host
      .resource(register)
      .lister.findOne(host.db, `${register.table}.assetid`, record.assetid as number);
    if (!own) continue;
    // Fields with `shownTo` are served only with the record itself.
    const open = Object.keys(register.fields).filter((name) => !register.fields[name]!.shownTo);
    const keys = [register.id, ...open];
    const named = keys.filter((key) => key in own).map((key) => [key, own[key]]);
    return { register: register.name, path: register.path, ...Object.fromEntries(named) };
  }
  return null;
}
