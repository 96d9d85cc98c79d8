import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describeCertificate, hasCertificate, loadCertificate } from '../tls/certificate.ts';
import { isDistinctive, listSpellings, type NameKind } from './known-names.ts';

/**
 * Returns the names of the server, including those in its certificate, and of the account that runs the
 * process. Omits names that are not distinctive, such as `localhost`.
 */
export function listServerNames(data: string): [name: string, kind: NameKind][] {
  const names = [...listSpellings(hostname(), 'pc'), ...namesInCertificate(join(data, 'certs'))];
  return [...names.map((name): [string, NameKind] => [name, 'pc']), ...accountOfProcess()].filter(([name]) =>
    isDistinctive(name),
  );
}

function namesInCertificate(folder: string): string[] {
  try {
    return hasCertificate(folder) ? describeCertificate(loadCertificate(folder).cert).sans : [];
  } catch {
    // The doctor reports a certificate that cannot be read.
    return [];
  }
}

function accountOfProcess(): [string, NameKind][] {
  try {
    return [[userInfo().username, 'person']];
  } catch {
    // The account may have no name, as in containers.
    return [];
  }
}
