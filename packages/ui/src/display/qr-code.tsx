import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** Empty modules around the code: without them it is not found (ISO/IEC 18004). */
const QUIET = 4;

/** Modules per side from which a code is drawn larger, so that a camera can resolve them. */
const DENSE = 60;

/** A QR code, dark on light in either theme, since many readers take no other. */
export function QrCode({ label, text }: { readonly label: string; readonly text: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`aspect-square shrink-0 self-start rounded-control border border-line ${size > DENSE ? 'w-full max-w-88' : 'w-58'}`}
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** The outline of the dark modules, and the modules along a side with the quiet zone. */
function drawn(text: string): { readonly path: string; readonly size: number } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { path: toSvgPath(code), size: code.size + 2 * QUIET };
}
