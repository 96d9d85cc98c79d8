import { expect, test } from 'bun:test';
import { pictureHeader } from './picture-header.ts';
import { parseSvgRoot, readSvgSize } from './svg.ts';

const sizeOf = (svg: string) => {
  const root = parseSvgRoot(svg);
  return root && readSvgSize(root);
};

test.each([
  ['<svg width="300" height="200"/>', { width: 300, height: 200 }],
  ['\uFEFF <?xml version="1.0"?>\n<!-- a --> <!-- b -->\n<svg viewBox="0 0 12 8">', { width: 12, height: 8 }],
  ["<svg viewBox='0,0,12,8' width='24px'>", { width: 24, height: 16 }],
  ['<svg viewBox="0 0 12 8" height="16">', { width: 24, height: 16 }],
  ['<!DOCTYPE svg PUBLIC "x"><svg width="1in" height="2pt">', { width: 96, height: 3 }],
  ['<svg data-note="a > b" width="5" height="5">', { width: 5, height: 5 }],
  ['<svg>', null],
  ['<svg width="100%" height="100%">', null],
  ['<svgx width="1" height="1">', undefined],
  ['<!-- never ends <svg width="1" height="1">', undefined],
  ['<html><svg width="1" height="1">', undefined],
  ['', undefined],
])('the SVG reader returns the size of %s', (svg, size) => {
  expect(sizeOf(svg)).toEqual(size as never);
});

test.each([
  ['gif', 'R0lGODlhAgADAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAMAAAICRF4AOw==', 2, 3],
  ['webp', 'UklGRhoAAABXRUJQVlA4TA0AAAAvAUABAAcQERGIiP4HAA==', 2, 6],
  ['ico', 'AAABAAEAEBAAAAEAIABoBAAAFgAAAA==', 16, 16],
  ['jpg', '/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAAFAAcDASIAAhEBAxEB', 7, 5],
])('pictureHeader returns the size of a %s', (extension, base64, width, height) => {
  expect(pictureHeader(Buffer.from(base64, 'base64'))).toMatchObject({ extension, width, height });
});

/**
 * Length of a hostile text. A reader that scans it once for each of its characters would never finish.
 */
const LONG = 10_000_000;
const longOf = (piece: string) => piece.repeat(LONG / piece.length);
const NO_SIZE = { extension: 'svg', mediatype: 'image/svg+xml', width: null, height: null };

test.each([
  ['', longOf('<!---->'), undefined],
  ['', longOf('<!--'), undefined],
  ['<?xml ', longOf(' '), undefined],
  ['<!DOCTYPE', longOf(' '), undefined],
  ['<!DOCTYPE svg [', longOf('<!ENTITY a "">'), undefined],
  ['<!DOCTYPE svg [', longOf('<!-- -->'), undefined],
  ['<!DOCTYPE svg [', longOf('"'), undefined],
  ['<!DOCTYPE svg [', longOf('<'), undefined],
  ['<!DOCTYPE svg [', longOf('['), undefined],
  ['<!DOCTYPE ', longOf('a'), undefined],
  ['', longOf('<?a?>'), undefined],
  ['<', longOf('a'), undefined],
  ['<svg ', longOf('a="" '), NO_SIZE],
  ['<svg ', longOf('<svg '), NO_SIZE],
  ['<svg ', longOf('a'), NO_SIZE],
  ['<svg ', longOf(' '), NO_SIZE],
  ['<svg a', longOf(' '), NO_SIZE],
  ['<svg viewBox="', `${longOf(' ,')}">`, NO_SIZE],
  ['GIFxx', longOf('<svg '), undefined],
  ['\u00ff\u00d8\u00ff', longOf('\u00ff'), { extension: 'jpg', width: null }],
])('the reader returns in linear time for %j and ten million characters', (first, rest, header) => {
  const read = pictureHeader(Buffer.from(first + rest, 'latin1'));
  if (header) expect(read).toMatchObject(header);
  else expect(read).toBeUndefined();
});
