import { expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import { COLLECTOR_KEY, startSite } from '../support/site.ts';

test('the server returns an XML error to an XML agent when it refuses the inventory', async () => {
  const site = await startSite();
  try {
    const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
    const post = (body: BodyInit, type: string) =>
      collector.with({ 'content-type': type }).raw('POST', '/api/collector/glpi', body);
    const cut = '<?xml version="1.0"?><REQUEST><CONTENT><HARDWARE>';
    for (const [body, type, status] of [
      [cut, 'application/xml', 400],
      [cut, 'application/octet-stream', 400],
      ['<html/>', 'application/xml', 400],
      ['', 'application/xml', 400],
      ['neither of both', 'text/xml', 400],
      ['<!DOCTYPE a><REQUEST/>', 'application/xml', 400],
      [`<REQUEST>${'<a/>'.repeat(400_001)}</REQUEST>`, 'application/xml', 413],
    ] as const) {
      const { status: actual, text, headers } = await post(body, type);
      expect([body.slice(0, 40), actual]).toEqual([body.slice(0, 40), status]);
      expect(text).toMatch(/<REPLY><ERROR>[^<]+<\/ERROR><\/REPLY>/);
      expect(headers.get('content-type')).toBe('application/xml');
    }
    const packed = await post(deflateSync(Buffer.from(cut)), 'application/x-compress-zlib');
    expect([packed.status, packed.headers.get('content-type')]).toEqual([400, 'application/x-compress-zlib']);
    const json = await post('{"deviceid":', 'application/json');
    expect([json.status, JSON.parse(json.text).status]).toEqual([400, 'error']);
  } finally {
    await site.stop();
  }
});
