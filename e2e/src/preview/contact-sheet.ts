import type { Page } from '@playwright/test';
import { indexedPng } from './indexed-png.ts';

/** Space in px between and around the pictures. */
const GAP = 20;

/** Puts screenshots side by side on one PNG of 256 colours, `gap` px apart and from the edges. The page is used to draw it. */
export async function sheetOf(page: Page, pictures: readonly Buffer[], gap = GAP): Promise<Buffer> {
  await page.goto('about:blank');
  const urls = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
  const { width, height, palette, pixels } = await page.evaluate(drawn, { urls, gap });
  return indexedPng({
    ...{ width, height },
    palette: Buffer.from(palette, 'base64'),
    pixels: Buffer.from(pixels, 'base64'),
  });
}

/**
 * Runs in the page. The palette has the most frequent colours, then repeatedly the colour furthest from the palette, to preserve gradients;
 * other colours (edges of letters) are mapped to the nearest.
 */
async function drawn({ urls, gap }: { readonly urls: readonly string[]; readonly gap: number }) {
  const images = await Promise.all(
    urls.map(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image;
    }),
  );
  const width = images.reduce((sum, image) => sum + image.width + gap, gap);
  const height = Math.max(...images.map((image) => image.height)) + 2 * gap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('This browser draws on no canvas');
  context.fillStyle = '#8a8f9a';
  context.fillRect(0, 0, width, height);
  images.reduce((x, image) => {
    context.drawImage(image, x, gap);
    return x + image.width + gap;
  }, gap);
  const words = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);

  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const occurring = [...counts].toSorted(([, a], [, b]) => b - a);
  const colours: number[][] = [];
  const nearest = occurring.map(([word]) => {
    return { word, rgb: [word & 255, (word >> 8) & 255, (word >> 16) & 255], place: 0, distance: Infinity };
  });
  const keep = (rgb: number[]) => {
    for (const one of nearest) {
      const distance = one.rgb.reduce((sum, part, index) => sum + (part - (rgb[index] ?? 0)) ** 2, 0);
      if (distance < one.distance) Object.assign(one, { distance, place: colours.length });
    }
    colours.push(rgb);
  };
  for (const { rgb } of nearest.slice(0, 64)) keep(rgb);
  while (colours.length < 256) {
    const furthest = nearest.reduce((far, one) => (one.distance > far.distance ? one : far));
    if (furthest.distance === 0) break;
    keep(furthest.rgb);
  }
  const places = new Map(nearest.map(({ word, place }) => [word, place]));
  const pixels = Uint8Array.from(words, (word) => places.get(word) ?? 0);
  const base64 = (bytes: Uint8Array) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  return { width, height, palette: base64(Uint8Array.from(colours.flat())), pixels: base64(pixels) };
}
