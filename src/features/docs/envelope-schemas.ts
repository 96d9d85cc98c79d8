import { ERROR_STATUS, type ErrorKind } from '../../kit/errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** Returns the schema of an error response, with the codes of the core and those of `errors`. */
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

/** Returns the schema of `meta`, which is next to the data of a response with an envelope. */
export const metaSchema = () => ({
  type: 'object',
  required: ['timestamp', 'requestid'],
  properties: { timestamp: { type: 'string', format: 'date-time' }, requestid: { type: 'string' } },
});

/** Returns the schema of `meta` for a list with paging. */
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
