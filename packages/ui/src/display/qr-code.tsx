import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** Width of the empty margin in modules: readers do not find a code without it (ISO/IEC 18004). */
const QUIET = 4;

/** Number of modules per side from which a code is drawn larger, so that a camera can resolve them. */
const DENSE = 60;

/** A QR code, dark on light in both themes, since many readers do not accept inverted codes. */
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

/** Returns the outline of the dark modules, and the number of modules per side with the margin. */
function drawn(text: string): { readonly path: string; readonly size: number } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { path: toSvgPath(code), size: code.size + 2 * QUIET };
}
