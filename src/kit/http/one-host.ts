import { AppError } from '../errors.ts';

/**
 * Throws 400 for a request with two Host headers. A proxy in front of the appliance may use the other one.
 * Both runtimes join headers of the same name with a comma, and no host name contains a comma.
 */
export function refuseTwoHosts({ headers }: Request): void {
  if (headers.get('host')?.includes(','))
    throw new AppError('BAD_REQUEST', 'The request contains two hosts. Send one Host header.');
}
