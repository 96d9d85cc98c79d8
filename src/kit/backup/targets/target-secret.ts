import { z } from 'zod';

const text = z.string().min(1).max(20_000);

/** What a target asks for: the password or private key of SFTP, or the keys of S3. */
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

/** Reads the secrets by the lines of their targets; undefined when the text is something else. */
export function readTargetSecrets(json: string): TargetSecrets | undefined {
  if (json === '') return {};
  try {
    return secrets.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
