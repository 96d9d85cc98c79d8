export * from './application-tables.ts';
export * from './asset-tables.ts';
export * from './reference-tables.ts';
