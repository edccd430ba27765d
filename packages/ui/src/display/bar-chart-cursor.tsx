import { type Bar, namedParts, Swatch } from './bar.tsx';

/** The line at the cursor and, on the side with more room, the values of its bar. */
export function Cursor({ bar, share }: { readonly bar: Bar; readonly share: number }) {
  const left = `${share * 100}%`;
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 w-px bg-quiet"
        style={{ left }}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 z-10 flex flex-col gap-0.5 rounded-control border border-line bg-ground px-3 py-2 text-small whitespace-nowrap"
        style={
          share > 0.5
            ? { right: `calc(${(1 - share) * 100}% + 0.625rem)` }
            : { left: `calc(${left} + 0.625rem)` }
        }
      >
        <span className="text-quiet">{bar.title}</span>
        <span className="font-semibold">{bar.figure}</span>
        {namedParts(bar).map(({ name, figure, tone }) => (
          <span key={tone} className="flex items-center gap-2">
            <Swatch tone={tone} />
            <span className="max-w-40 truncate">{name}</span>
            <span className="ml-auto pl-3 font-mono text-quiet">{figure}</span>
          </span>
        ))}
      </span>
    </>
  );
}
