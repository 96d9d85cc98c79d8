import { ApiError } from '../../src/web/api/api-error.ts';
import { startSession } from '../../src/web/api/session.ts';
import { upload } from '../../src/web/api/upload.ts';

const waitForTurn = () => new Promise((resolve) => setTimeout(resolve));
const requests: FakeRequest[] = [];

/** A request that succeeds when the script calls `onload`, unless it was aborted before. */
class FakeRequest {
  upload = {};
  status = 200;
  responseText = '{"data":{}}';
  onload = () => {};
  onabort = () => {};
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {
    requests.push(this);
  }
  abort() {
    this.onabort();
  }
}
Object.assign(globalThis, { XMLHttpRequest: FakeRequest });

const tokens = { access_token: 'access', token_type: 'Bearer' as const, refresh_token: 'refresh' };
let renew = () => {};
const renewed = new Promise<Response>((resolve) => {
  renew = () => resolve(Response.json({ data: { ...tokens, expires_in: 3600 } }));
});
Object.assign(globalThis, { fetch: () => renewed });

/** Returns the error code of an upload that is aborted at this point, and the number of requests it sent. */
async function abortUpload(point: 'before' | 'renewing' | 'sending') {
  requests.length = 0;
  const leaving = new AbortController();
  if (point === 'before') leaving.abort();
  const code = upload('/files', new FormData(), { signal: leaving.signal }).then(
    () => 'none',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  );
  if (point === 'sending') await waitForTurn();
  leaving.abort();
  renew();
  await waitForTurn();
  for (const request of requests) request.onload();
  return { code: await code, sent: requests.length };
}

const before = await abortUpload('before');
// The access token ends in a second, so the next upload renews it first.
startSession({ ...tokens, expires_in: 1 });
const renewing = await abortUpload('renewing');
const sending = await abortUpload('sending');
process.stdout.write(JSON.stringify({ before, renewing, sending }));
