/** The types of custom fields with their labels. */
export const FIELD_TYPES = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  select: 'Choice',
  url: 'Link',
} as const;
export type FieldType = keyof typeof FIELD_TYPES;
