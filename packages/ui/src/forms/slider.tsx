import { useId } from 'react';

interface SliderProps {
  readonly label: string;
  /** Stops from left to right, at equal distances; the steps of the value may differ. */
  readonly stops: readonly number[];
  /** Any number: the thumb is at the last stop that is not above it. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** A value as text, for screen readers. */
  readonly formatValue: (value: number) => string;
}

/** A slider whose track is drawn as a trail. Arrow keys move between stops, Home and End to the ends. */
export function Slider({ label, stops, value, onChange, formatValue }: SliderProps) {
  const id = useId();
  const last = Math.max(1, stops.length - 1);
  const place = Math.max(
    0,
    stops.findLastIndex((stop) => stop <= value),
  );
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <div className="relative flex h-11 items-center">
        <div aria-hidden="true" className="absolute inset-x-0 h-1.5 overflow-hidden rounded-bar bg-line">
          <div
            className="h-full rounded-bar bg-linear-to-r from-line via-trail via-30% to-comet"
            style={{ width: `calc(14px + (100% - 28px) * ${place / last})` }}
          />
        </div>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          step={1}
          value={place}
          aria-valuetext={formatValue(value)}
          onChange={(event) => onChange(stops[event.target.valueAsNumber] ?? value)}
          className="slider relative m-0 h-11 w-full"
        />
      </div>
    </div>
  );
}
