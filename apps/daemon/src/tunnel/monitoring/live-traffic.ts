/** Milliseconds between two figures: what a graph of seconds needs. */
const every = 1_000;

export interface LiveFiguresParts {
  /** Whether a client watches and a tunnel exists. */
  readonly isWorthIt: () => boolean;
  readonly count: () => Promise<void>;
  /** Whether the figures differ from the last reported ones. */
  readonly isNews: () => boolean;
  readonly tell: () => void;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Counts once a second while `isWorthIt`, and does nothing otherwise; reports while the figures change, and once more when they
 * have stopped changing, so that a window with an idle tunnel is not updated. Call the returned function when `isWorthIt` may have
 * become true.
 */
export function liveFigures({ isWorthIt, count, isNews, tell, after }: LiveFiguresParts): () => void {
  let isUnderWay = false;
  let moved = false;

  function goOn(): void {
    if (isUnderWay || !isWorthIt()) return;
    isUnderWay = true;
    after(every, () => void turn());
  }

  async function turn(): Promise<void> {
    if (isWorthIt()) await count();
    isUnderWay = false;
    const moves = isNews();
    if (isWorthIt() && (moves || moved)) tell();
    moved = moves;
    goOn();
  }

  return goOn;
}
