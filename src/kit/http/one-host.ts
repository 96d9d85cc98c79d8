import { AppError } from '../errors.ts';

/**
 * 400 for a request that names two hosts: whoever stands in front of the appliance may go by the other one. Both runtimes
 * hand several headers of one name over as one, with a comma between them, and no host has a comma in its name.
 */
export function refuseTwoHosts({ headers }: Request): void {
  if (headers.get('host')?.includes(','))
    throw new AppError('BAD_REQUEST', 'The request names two hosts. Send one header Host.');
}
