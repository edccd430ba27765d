import { crc32, deflateSync } from 'node:zlib';

/** A picture of at most 256 colours: an RGB palette, and the palette index of each pixel, from the upper left. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  readonly palette: Uint8Array;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** 8 bits per pixel, palette colour; compression, filter and interlace method 0 (PNG, third edition, §11.2.1). */
const KIND = [8, 3, 0, 0, 0];

/** Writes an indexed PNG (W3C, third edition): a third of the size of a browser's truecolour PNG. */
export function indexedPng({ width, height, palette, pixels }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(KIND, 8);
  // Each row begins with its filter, here none: neighbouring palette indices are unrelated.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Length, type, data, and a checksum of the two (§5.3). */
function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
