import { classes } from '@comet/ui';
import type { ReactNode } from 'react';
import type { OrbitLook } from './home-view.ts';

const around = 2 * Math.PI * 47;

/** The trail as a ring around the state: dotted, animated, complete or broken. */
export function Orbit({ look, children }: { readonly look: OrbitLook; readonly children: ReactNode }) {
  return (
    <div
      className={classes(
        'relative mx-auto aspect-square w-full',
        // In a low window the ring leaves room for the map of a connection.
        look === 'safe' ? 'max-w-[clamp(11rem,100vh-26rem,16.5rem)]' : 'max-w-66',
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 100 100" className="absolute inset-0 size-full overflow-visible">
        <Ring look={look} />
      </svg>
      <div className="absolute inset-[9%] flex flex-col items-center justify-center gap-1 text-center">
        {children}
      </div>
    </div>
  );
}

function Ring({ look }: { readonly look: OrbitLook }) {
  const ring = { cx: 50, cy: 50, r: 47, fill: 'none', strokeWidth: 0.9 };
  if (look === 'broken')
    return <circle {...ring} strokeDasharray={`${around / 20 - 3.2} 3.2`} className="stroke-warn" />;
  if (look === 'safe')
    return (
      <g>
        <circle {...ring} className="stroke-safe" />
        <Head className="fill-safe" />
      </g>
    );
  return (
    <g>
      <circle {...ring} strokeWidth={0.5} strokeDasharray="0.5 1.9" className="stroke-edge" />
      {look === 'off' ? (
        <Head className="fill-quiet" />
      ) : (
        <g className="origin-center animate-orbit">
          <defs>
            <linearGradient id="tail" x1="0" y1="0" x2="1" y2="1">
              <stop offset="0" className="[stop-color:var(--trail)] [stop-opacity:0]" />
              <stop offset="1" className="[stop-color:var(--comet)]" />
            </linearGradient>
          </defs>
          <path d="M22 12.4A47 47 0 0 1 83.2 16.8" fill="none" strokeWidth={1.2} stroke="url(#tail)" />
          <Head className="fill-comet" />
        </g>
      )}
    </g>
  );
}

/** The comet's head, at the position of half past one on a clock. */
function Head({ className }: { readonly className: string }) {
  return <circle cx="83.2" cy="16.8" r="2.3" className={classes('transition-colors', className)} />;
}
