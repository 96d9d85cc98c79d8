import { afterAll, beforeAll, expect, test } from 'bun:test';
import { pictureHeader } from '../../src/kit/files/picture-header.ts';
import { DRAWINGS } from '../support/drawings.ts';
import { TURNED_PICTURES } from '../support/turned-pictures.ts';
import { type BrowserSession, openBrowser } from './harness.ts';

let session: BrowserSession;
beforeAll(async () => {
  session = await openBrowser();
});
afterAll(() => session.close());

/** Returns the size at which Chromium shows a picture, or null when it cannot. */
const shownSize = (mediatype: string, content: Buffer) =>
  session.page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      const isShown = await image.decode().then(
        () => true,
        () => false,
      );
      return isShown ? { width: image.naturalWidth, height: image.naturalHeight } : null;
    },
    `data:${mediatype};base64,${content.toString('base64')}`,
  );

test('the computed size of a picture is the size at which Chromium shows it', async () => {
  for (const [name, , content] of TURNED_PICTURES) {
    const { mediatype, ...picture } = pictureHeader(content)!;
    const displayed = await shownSize(mediatype, content);
    expect([name, displayed]).toEqual([name, { width: picture.width!, height: picture.height! }]);
  }
});

test('the computed size of a drawing is the size at which Chromium shows it', async () => {
  for (const [name, content] of DRAWINGS) {
    const { mediatype, ...picture } = pictureHeader(content)!;
    const displayed = await shownSize(mediatype, content);
    expect([name, displayed]).toEqual([name, { width: picture.width!, height: picture.height! }]);
  }
});
