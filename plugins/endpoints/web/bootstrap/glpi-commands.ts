export interface GlpiSetup {
  /** Address of this appliance without a slash at its end. */
  server: string;
  key: string;
  /** SHA-256 fingerprint of the certificate; null without TLS. */
  sha256: string | null;
}

/**
 * Returns the commands with which an installed GLPI Agent reports its PC. The agent trusts only the certificate
 * with the fingerprint.
 */
export function buildGlpiCommands({ server, key, sha256 }: GlpiSetup): { windows: string; linux: string } {
  const fingerprint = sha256?.replaceAll(':', '').toLowerCase();
  const options = [
    `--server ${server}/api/collector/glpi`,
    '--user agent',
    `--password ${key}`,
    ...(fingerprint ? [`--ssl-fingerprint 'sha256$${fingerprint}'`] : []),
  ].join(' ');
  return {
    windows: `"%ProgramFiles%\\GLPI-Agent\\glpi-agent.bat" ${options.replaceAll("'", '')}`,
    linux: `sudo glpi-agent ${options}`,
  };
}
