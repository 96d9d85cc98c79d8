/** A setting as a feature declares it, without its functions. */
export interface DeclaredSetting {
  key: string;
  title: string;
  category: string;
  type: 'string' | 'integer' | 'boolean' | 'select' | 'text' | 'url';
  default: string;
  secret: boolean;
}

/** A column of the database. */
export interface DeclaredColumn {
  table: string;
  column: string;
}

/** A register whose rows extend the assets of one type. */
export interface DeclaredExtension {
  type: string;
  table: string;
  /** The name of one record. */
  one: string;
}

/** A plugin or core feature of this version. */
export interface DeclaredPlugin {
  id: string;
  title: string;
  core: boolean;
  dependsOn: readonly string[];
}

/**
 * Declarations of all features and plugins of this version about their data, enabled or not. It is plain
 * data, so that a worker thread and a command without a running appliance can use it.
 */
export interface DeclaredData {
  plugins: readonly DeclaredPlugin[];
  settings: readonly DeclaredSetting[];
  extensions: readonly DeclaredExtension[];
  /** Columns with hashes, keys and encrypted values. */
  secretColumns: readonly DeclaredColumn[];
  /** Names of fields that identify people or reveal how a device is reached. */
  personalFields: readonly string[];
}
