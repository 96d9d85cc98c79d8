import { type ColumnTarget, normalizeHeader } from './header-words.ts';

/** Products whose exports are recognized by their headers. */
export const PRESETS = ['snipeit', 'glpi', 'netbox'] as const;
export type Preset = (typeof PRESETS)[number];

/**
 * The fields for a header in the order of preference; the target has the first one that exists. Without
 * fields, the header is not matched by its name.
 */
type HeaderRule = [header: string, fields: string, isFallback?: boolean];

/**
 * The headers of exports and import templates. Of two headers for one field, the fallback is used in rows in
 * which the other one is empty.
 */
const RULES: Record<Preset, HeaderRule[]> = {
  snipeit: [
    ['Asset Tag', 'assetnumber'],
    ['Asset Name', 'hostname name'],
    ['Item Name', 'hostname name'],
    ['Name', 'hostname name', true],
    ['Serial', 'serialnumber'],
    ['Serial Number', 'serialnumber'],
    ['Model No.', 'modelnumber'],
    ['Model Number', 'modelnumber'],
    ['Model', 'modelnumber', true],
    ['Model Name', 'modelnumber', true],
    ['Category', 'assettype'],
    ['Manufacturer', 'vendor'],
    ['Status', 'status'],
    ['Location', 'location'],
    ['Default Location', 'location', true],
    ['Company', 'businessunit'],
    ['Department', 'businessunit', true],
    // The custom report writes here whether a user, a location or another asset has the asset.
    ['Type', ''],
    ['Supplier', 'supplier'],
    ['Order Number', 'ordernumber'],
    ['Purchase Date', 'purchasedate'],
    ['Purchased', 'purchasedate'],
    ['Purchase Cost', 'purchasecost'],
    ['Cost', 'purchasecost'],
    ['EOL Date', 'eoldate'],
    ['Asset EOL Date', 'eoldate'],
    ['EOL', 'eoldate', true],
    ['Warranty', 'warrantymonths'],
    ['Warranty Expires', 'warrantyend'],
    ['Notes', 'notes'],
    ['Asset Notes', 'notes'],
  ],
  glpi: [
    ['Name', 'hostname name'],
    ['Inventory number', 'assetnumber'],
    ['Serial number', 'serialnumber'],
    ['Manufacturer', 'vendor'],
    ['Model', 'modelnumber'],
    ['Type', 'computertype networkdevicetype printertype assettype'],
    ['Status', 'status'],
    ['Location', 'location'],
    ['Entity', 'businessunit'],
    ['Operating system - Name', 'osname'],
    ['Operating system', 'osname'],
    ['Comments', 'notes'],
    ['Supplier', 'supplier'],
    ['Order number', 'ordernumber'],
    ['Date of purchase', 'purchasedate'],
    ['Value', 'purchasecost'],
    ['Warranty duration', 'warrantymonths'],
  ],
  netbox: [
    ['name', 'hostname name'],
    ['asset_tag', 'assetnumber'],
    ['serial', 'serialnumber'],
    ['Serial number', 'serialnumber'],
    ['manufacturer', 'vendor'],
    ['device_type', 'modelnumber'],
    ['Type', 'modelnumber'],
    ['role', 'assettype'],
    ['status', 'status'],
    ['location', 'location'],
    ['site', 'location', true],
    ['tenant', 'businessunit'],
    ['comments', 'notes'],
    ['description', 'notes', true],
  ],
};

/** Sets of headers of which one shows that a file comes from the product. */
const SIGNATURES: Record<Preset, string[][]> = {
  snipeit: [['assettag', 'category']],
  glpi: [
    ['entity', 'manufacturer'],
    ['inventorynumber', 'serialnumber'],
  ],
  netbox: [
    ['devicetype', 'role'],
    ['assettag', 'site', 'role'],
  ],
};

/** Returns the product from which a file with these headers comes; null when none is recognized. */
export function detectPreset(headers: readonly string[]): Preset | null {
  const words = new Set(headers.map(normalizeHeader));
  const has = (signature: readonly string[]) => signature.every((word) => words.has(word));
  return PRESETS.find((preset) => SIGNATURES[preset].some(has)) ?? null;
}

/** Returns the words for columns with those of a product, which come first. */
export function addPresetWords(
  words: ReadonlyMap<string, ColumnTarget>,
  preset: Preset | null,
): Map<string, ColumnTarget> {
  const all = new Map(words);
  for (const [index, [header, fields, isFallback]] of (preset ? RULES[preset] : []).entries()) {
    const field = fields.split(' ').find((word) => words.has(word));
    if (fields === '') all.delete(normalizeHeader(header));
    else if (field)
      all.set(normalizeHeader(header), {
        ...words.get(field)!,
        rank: 100 + index,
        ...(isFallback && { isFallback }),
      });
  }
  return all;
}
