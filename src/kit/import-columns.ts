import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';
import type { Field } from './resource/fields.ts';

/** A column that imports of assets accept in addition to the fields of the register. */
export interface AddedImportColumn {
  /** The name of the column in mappings and errors. */
  name: string;
  /** The title, and the rules for the cells. */
  field: Field;
  /** The rules for the cells of each asset type, by its ID, if they differ between types. */
  fieldsByType?: ReadonlyMap<number, Field>;
  /** Further headers for the column. */
  headers?: readonly string[];
  /** The field of the register that the value refers to. While it is invalid, the value is not checked. */
  dependsOn?: string;
  /** Simplifies a cell before it is read as a value of the field, such as `3 years` to `36`. */
  readText?(cell: string): string;
}

/** The values of one asset by the name of the column. */
export type AddedImportValues = Readonly<Record<string, unknown>>;

/** The result of writing the values of one asset. */
export interface AddedImportResult {
  /** Old and new values by name. */
  changes: Readonly<Record<string, [unknown, unknown]>>;
  /** The records that were created for the asset. */
  created?: readonly { register: string; id: number }[];
  /** The reason why some values were not written although they are valid. */
  note?: string;
}

/** Columns that a feature adds to the imports of assets. The imports need not know the feature. */
export interface ImportColumnSource {
  /** The permission to write the values. Without it, the columns are ignored. */
  needs: string;
  /**
   * Returns the columns for an asset type, or for assets of all types. Also called while the plugin is
   * disabled, so that an import can report which columns it ignores.
   */
  listColumns(reader: Reader, assettype: string | undefined): readonly AddedImportColumn[];
  /** Returns the present values of an asset, which exports contain. */
  readValues?(reader: Reader, assetid: number, names: readonly string[]): AddedImportValues;
  /**
   * Writes the values of an asset whose other fields are written already. The same values change nothing the
   * second time. Throws 400 whose issues have the name of the column as their path.
   */
  writeValues(tx: Tx, assetid: number, values: AddedImportValues): AddedImportResult;
}

/** The column source of one feature, with the title of the plugin and whether it is enabled. */
export interface SiteImportColumns extends ImportColumnSource {
  plugin: string;
  title: string;
  isEnabled: boolean;
}
