import { stripVTControlCharacters } from 'node:util';
import jsQr from 'jsqr';

/** Decodes a QR code. `isDark` returns whether a module is dark, `size` is the number of modules along a side. */
function readQrCode(size: number, isDark: (x: number, y: number) => boolean): string | null {
  const [quiet, scale] = [4, 3];
  const side = (size + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y)) continue;
      for (let row = (y + quiet) * scale; row < (y + quiet + 1) * scale; row += 1)
        pixels.fill(0, 4 * (row * side + (x + quiet) * scale), 4 * (row * side + (x + quiet + 1) * scale));
    }
  return jsQr.default(pixels, side, side)?.data ?? null;
}

/** Decodes the QR code in the first path of an SVG, whose coordinates are whole modules. */
export function readQrCodeOfSvg(svg: string): string | null {
  const [, viewBox = '', path = ''] = /viewBox="([^"]+)".* d="([^"]+)"/s.exec(svg) ?? [];
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number);
  const edges = path.split('Z').flatMap((outline) => {
    const corners = [...outline.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    return corners.map((from, at) => ({ from, to: corners[(at + 1) % corners.length] ?? from }));
  });
  // The non-zero rule of SVG: the winding number of the outlines around a module's centre.
  const isDark = (x: number, y: number) =>
    edges.reduce((winding, { from, to }) => {
      const isLeft = from[0] === to[0] && from[0] <= x;
      if (!isLeft || Math.min(from[1], to[1]) > y || Math.max(from[1], to[1]) <= y) return winding;
      return winding + Math.sign(to[1] - from[1]);
    }, 0) !== 0;
  return readQrCode(side, (x, y) => isDark(x + left, y + top));
}

/** Decodes a QR code drawn for a terminal: each line has two rows of modules as half blocks, `▀` for a dark upper one. */
export function readQrCodeOfTerminal(drawn: string): string | null {
  const lines = stripVTControlCharacters(drawn).split('\n');
  const isDark = (x: number, y: number) =>
    (y % 2 === 0 ? ['▀', '█'] : ['▄', '█']).includes(lines[Math.floor(y / 2)]?.[x] ?? '');
  return readQrCode(lines[0]?.length ?? 0, isDark);
}
