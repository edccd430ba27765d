/** Interval in ms between two figures, for a graph with a resolution of one second. */
const interval = 1_000;

interface LiveFiguresParts {
  /** Whether a client watches and a tunnel exists. */
  readonly isActive: () => boolean;
  readonly count: () => Promise<void>;
  /** Whether the figures differ from the last reported ones. */
  readonly hasChanged: () => boolean;
  readonly onChange: () => void;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Counts once a second while `isActive`, and does nothing otherwise; reports while the figures change, and once more when they
 * have stopped changing, so that a window with an idle tunnel is not updated. Call the returned function when `isActive` may have
 * become true.
 */
export function liveFigures({ isActive, count, hasChanged, onChange, after }: LiveFiguresParts): () => void {
  let isPending = false;
  let hadChanges = false;

  function schedule(): void {
    if (isPending || !isActive()) return;
    isPending = true;
    after(interval, () => void run());
  }

  async function run(): Promise<void> {
    if (isActive()) await count();
    isPending = false;
    const changes = hasChanged();
    if (isActive() && (changes || hadChanges)) onChange();
    hadChanges = changes;
    schedule();
  }

  return schedule;
}
