import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../plugins/index.ts';
import { chainsOf } from '../src/app.ts';
import { readConfig } from '../src/kit/config.ts';
import { checkDataDirectory } from '../src/kit/doctor/doctor.ts';
import { describeCertificate, generateCertificate, saveCertificate } from '../src/kit/tls/certificate.ts';
import { DAY } from './support/clock.ts';
import { startSite } from './support/site.ts';

const data = mkdtempSync(join(tmpdir(), 'millwright-doctor-'));
const certs = join(data, 'certs');
beforeAll(async () => (await startSite({ data })).stop());
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Runs the doctor on a certificate that is valid for `validitydays`, starting `ago` days ago. */
async function runDoctor(validitydays: number, ago = 0): Promise<{ code: number; text: string }> {
  const request = { commonname: 'plant-server', sans: [], validitydays };
  saveCertificate(certs, await generateCertificate(request, new Date(Date.now() - ago * DAY)));
  const lines: string[] = [];
  const code = checkDataDirectory(readConfig(['--data', data], {}), chainsOf(plugins), {
    out: (line) => void lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

test('the doctor notes a certificate that ends within 30 days and reports an expired one as a fault', async () => {
  const lasting = await runDoctor(400);
  expect(lasting.text).toContain('plant-server, 398 days left');
  expect(lasting.text).not.toContain('NOTE   certificate');
  const ending = await runDoctor(20);
  expect(ending.text).toContain('plant-server, 18 days left\nNOTE   certificate: it expires at ');
  const expired = await runDoctor(5, 10);
  expect(expired.code).toBe(1);
  expect(expired.text).toContain('FAULT  certificate: plant-server expired at ');
});

test('the doctor prints the pin of the announced certificate', async () => {
  const next = await generateCertificate({ commonname: 'next', sans: ['localhost'] });
  saveCertificate(join(certs, 'next'), next);
  const pin = describeCertificate(next.cert).spkipin;
  expect((await runDoctor(400)).text).toContain(`SPKI SHA-256 pin, announced: ${pin}`);
});
