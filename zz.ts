import { connectS3 } from './src/kit/backup/targets/s3-client.ts';
import { parseTarget } from './src/kit/backup/targets/target.ts';
const t = parseTarget('s3://plant/a/b%20c?endpoint=http://127.0.0.1:4599') as any;
console.log(t);
const c = connectS3(t, { accesskeyid: 'S3RVER', secretaccesskey: 'S3RVER' }, '');
await Bun.write('/tmp/sp/mid', new Uint8Array(40_000_000).fill(7));
await c.put('/tmp/sp/mid', 'x.tar.zst.age', (n) => console.log(n)).catch(e => console.log('ERR', e.message));
await Bun.write('/tmp/sp/sm', 'hello');
await c.put('/tmp/sp/sm', 'sm', (n) => console.log(n)).catch(e => console.log('ERR', e.message));
await c.remove('sm').then(() => console.log('removed'), (e) => console.log('ERR', e.message));
await c.remove('nothing').then(() => console.log('removed'), (e) => console.log('ERR', e.message));
for (const [k, s, l] of [['S3RVER', 'x', 's3://plant'], ['no', 'x', 's3://plant'], ['S3RVER', 'S3RVER', 's3://other'], ['S3RVER', 'S3RVER', 's3://plant2?']] as const) {
  const d = connectS3(parseTarget(l.replace('?', '') + '?endpoint=http://127.0.0.1:4599') as any, { accesskeyid: k, secretaccesskey: s }, '');
  await d.put('/tmp/sp/sm', 'sm', () => 0).then(() => console.log('OK?'), (e) => console.log(l, k, e.constructor.name, e.message));
}
const e = connectS3(parseTarget('s3://plant?endpoint=http://127.0.0.1:1') as any, { accesskeyid: 'S3RVER', secretaccesskey: 'S3RVER' }, '');
await e.put('/tmp/sp/sm', 'sm', () => 0).catch((e) => console.log(e.constructor.name, e.message));
