import type { ReactNode } from 'react';

/** Off: a faint dotted orbit. Running: light runs along it. Resting: it glows. Held: broken, because nothing passes. */
type OrbitState = 'off' | 'running' | 'resting' | 'held';

const RADIUS = 120;
const AROUND = 2 * Math.PI * RADIUS;

/** The signature as an orbit: the state of a connection, with its words inside. */
export function Orbit({ state, children }: { readonly state: OrbitState; readonly children: ReactNode }) {
  return (
    <div className="relative mx-auto grid aspect-square w-full max-w-72 place-items-center">
      <svg aria-hidden="true" viewBox="0 0 256 256" className="absolute inset-0 size-full overflow-visible">
        <Ring state={state} />
      </svg>
      <div className="relative max-w-[70%] text-center">{children}</div>
    </div>
  );
}

function Ring({ state }: { readonly state: OrbitState }) {
  const circle = { cx: 128, cy: 128, r: RADIUS, fill: 'none' };
  switch (state) {
    case 'off':
      return (
        <g>
          <circle
            {...circle}
            className="stroke-edge"
            strokeWidth="1.5"
            strokeDasharray="2 7"
            strokeLinecap="round"
          />
          <circle cx="213" cy="43" r="5" className="fill-quiet" />
        </g>
      );
    case 'running':
      return (
        <g>
          <circle
            {...circle}
            className="stroke-edge"
            strokeWidth="1.5"
            strokeDasharray="2 7"
            strokeLinecap="round"
          />
          <g className="origin-center animate-spin">
            <circle
              {...circle}
              className="stroke-comet"
              strokeWidth="3"
              strokeDasharray={`${AROUND / 4} ${AROUND}`}
            />
            <circle cx="128" cy="248" r="7" className="fill-comet" />
          </g>
        </g>
      );
    case 'resting':
      return (
        <g>
          <circle {...circle} className="stroke-safe" strokeWidth="2.5" />
          <circle cx="213" cy="43" r="7" className="fill-safe" />
        </g>
      );
    case 'held':
      return <circle {...circle} className="stroke-warn" strokeWidth="2.5" strokeDasharray="24 8" />;
  }
}
