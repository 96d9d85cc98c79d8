import { ERROR_STATUS, type ErrorKind } from '../../kit/errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** The envelope of an error. */
export function errorSchema(errors: readonly ErrorKind[]): JsonSchema {
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { enum: [...Object.keys(ERROR_STATUS), ...errors.map((error) => error.code)] },
      message: { type: 'string' },
      details: { type: 'object' },
    },
  };
  return {
    type: 'object',
    required: ['status', 'data', 'meta'],
    properties: {
      status: { const: 'error' },
      data: { type: 'object', required: ['error'], properties: { error } },
      meta: { $ref: '#/components/schemas/Meta' },
    },
  };
}

/** What stands beside the data of every answer. */
export const metaSchema = () => ({
  type: 'object',
  required: ['timestamp', 'requestid'],
  properties: { timestamp: { type: 'string', format: 'date-time' }, requestid: { type: 'string' } },
});

/** Of a list that comes in pages. */
export function pagedMetaSchema(): JsonSchema {
  const count = { type: 'integer', format: 'int64' };
  const { properties, required, ...rest } = metaSchema();
  const pagination = {
    type: 'object',
    required: ['page', 'perpage', 'total', 'pages'],
    properties: { page: count, perpage: count, total: count, pages: count },
  };
  return { ...rest, required: [...required, 'pagination'], properties: { ...properties, pagination } };
}
