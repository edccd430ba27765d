import { create } from 'qrcode';
import { useMemo } from 'react';

/** Empty modules around the code: without them it is not found (ISO/IEC 18004). */
const QUIET = 4;

/** From so many modules a side, a code needs more room for a camera to tell them apart. */
const DENSE = 60;

/** A QR code, dark on light in either theme, since many readers take no other. */
export function QrCode({ label, text }: { readonly label: string; readonly text: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`aspect-square shrink-0 rounded-control border border-line ${size > DENSE ? 'w-full max-w-88' : 'w-58'}`}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** Each dark module as a square of 1, shifted by the quiet zone. */
function drawn(text: string): { readonly path: string; readonly size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 1) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
    }
  }
  return { path, size: modules.size + 2 * QUIET };
}
