import { z } from 'zod';

const text = z.string().min(1).max(20_000);

/** The secret of a target: the password or private key for SFTP, or the keys for S3. */
export const targetSecret = z
  .union([
    z.strictObject({ password: text }),
    z.strictObject({ privatekey: text }),
    z.strictObject({ accesskeyid: text, secretaccesskey: text }),
  ])
  .meta({ id: 'BackupTargetSecret' });
export type TargetSecret = z.output<typeof targetSecret>;

const secrets = z.record(z.string(), targetSecret);
export type TargetSecrets = z.output<typeof secrets>;

/**
 * Reads the secrets by the lines of their targets; undefined when the text is something else. An empty text
 * contains none.
 */
export function readTargetSecrets(json: string): TargetSecrets | undefined {
  if (json === '') return {};
  try {
    return secrets.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
