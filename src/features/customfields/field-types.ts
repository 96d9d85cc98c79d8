export const FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'select', 'url'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
