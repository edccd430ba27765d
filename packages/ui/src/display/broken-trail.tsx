import { useId } from 'react';

/** The drawing for a failure: a trail that breaks off, and a comet at the end of a dotted orbit. */
export function BrokenTrail() {
  const gradient = useId();
  return (
    <svg aria-hidden="true" viewBox="0 0 320 44" className="h-11 w-80 max-w-full text-comet">
      <defs>
        <linearGradient id={gradient} x1="0" x2="1">
          <stop offset="0" stopColor="var(--color-trail)" stopOpacity="0" />
          <stop offset="1" stopColor="currentColor" />
        </linearGradient>
      </defs>
      <path d="M4 31C48 30 88 27 126 21l-2 7C86 33 48 34 4 33z" fill={`url(#${gradient})`} />
      <path d="m138 12 11-4-3 8zM140 29l13-1-5 8z" fill="currentColor" />
      <path
        d="M170 14c38-7 78-7 118 0"
        fill="none"
        stroke="var(--color-edge)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="0.1 11"
      />
      <circle cx="302" cy="18" r="9" fill="none" stroke="currentColor" strokeWidth="3" />
    </svg>
  );
}
