import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid } from '../errors.ts';
import { FormParser, type FormReader, MAX_FIELDS, type ParsedForm } from './form-parser.ts';
import { withIncomingBody } from './incoming-body.ts';

export type { ParsedForm } from './form-parser.ts';

/** Reports whether the content type of a request is `multipart/form-data`. */
export const isMultipart = (req: Request): boolean =>
  /^multipart\/form-data\b/i.test(req.headers.get('content-type') ?? '');

/**
 * Reads a multipart body while it arrives. If it is rejected, all its files are deleted. Throws 400 for a
 * body without a boundary, a damaged one, too many fields or files, and a field that is too long. Also throws
 * the errors of `withIncomingBody` and of `reader`.
 */
export const readMultipart = <F>(req: Request, reader: FormReader<F>): Promise<ParsedForm<F>> =>
  withIncomingBody(req, (arrival) => new FormParser(parserFor(req, reader), arrival, reader).readForm());

function parserFor<F>(req: Request, { texts = [], most = 1 }: FormReader<F>): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': req.headers.get('content-type')! },
      limits: { parts: MAX_FIELDS + most + texts.length, headerPairs: 50 },
      isPartAFile: () => true,
    });
  } catch {
    throw invalid('file', 'The multipart body has no boundary.');
  }
}
