interface TrailProps {
  /** Accessible name of the measured value. */
  readonly label: string;
  /** Progress, 0 to 1; null for an indeterminate one. */
  readonly progress: number | null;
}

/** A progress bar in the brand's style: a trail with the comet at its head. */
export function Trail({ label, progress }: TrailProps) {
  const percent = progress === null ? null : Math.round(Math.min(1, Math.max(0, progress)) * 1000) / 10;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="relative h-3.5"
    >
      <div className="absolute inset-x-0 top-1 h-1.5 overflow-hidden rounded-bar bg-line">
        {percent === null && (
          <div className="h-full w-1/4 animate-run rounded-bar bg-linear-to-r from-transparent via-trail to-comet" />
        )}
        {percent !== null && (
          <div
            className="h-full rounded-bar bg-linear-to-r from-line via-trail via-30% to-comet transition-[width]"
            style={{ width: `${percent}%` }}
          />
        )}
      </div>
      {percent !== null && (
        <div
          className="absolute top-0 size-3.5 -translate-x-1/2 rounded-full bg-comet transition-[left]"
          style={{ left: `clamp(7px, ${percent}%, calc(100% - 7px))` }}
        />
      )}
    </div>
  );
}
