import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer.js';
import DataMatrixReader from '@zxing/library/esm/core/datamatrix/DataMatrixReader.js';
import Code39Reader from '@zxing/library/esm/core/oned/Code39Reader.js';
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader.js';
import EAN13Reader from '@zxing/library/esm/core/oned/EAN13Reader.js';
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader.js';
import type Reader from '@zxing/library/esm/core/Reader.js';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js';

interface Pixels {
  /** Red, green, blue and alpha of each pixel. */
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * The decoders, with the formats of the product's labels first. They are imported one by one, because the
 * whole library is four times as large. Its multi-format reader also logs every format that it does not find.
 */
const READERS = [QRCodeReader, Code128Reader, DataMatrixReader, Code39Reader, EAN13Reader];

/** Decodes the code in a picture in plain JavaScript. Returns null when there is none. */
export function readPixels({ data, width, height }: Pixels): string | null {
  const gray = new Uint8ClampedArray(width * height);
  for (let n = 0; n < gray.length; n++)
    gray[n] = (data[n * 4]! * 77 + data[n * 4 + 1]! * 151 + data[n * 4 + 2]! * 28) >> 8;
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(gray, width, height)));
  for (const Kind of READERS) {
    const text = readBy(new Kind(), bitmap);
    if (text) return text;
  }
  return null;
}

function readBy(reader: Reader, bitmap: BinaryBitmap): string | null {
  try {
    return reader.decode(bitmap).getText();
  } catch {
    // The reader throws when it finds no code or only part of one. The next frame may be better.
    return null;
  }
}
