/** Milliseconds between two figures: what a graph of seconds needs. */
const every = 1_000;

export interface LiveFiguresParts {
  /** Whether somebody watches, and there is a tunnel to count. */
  readonly isWorthIt: () => boolean;
  readonly count: () => Promise<void>;
  readonly tell: () => void;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Counts and tells once a second while it is worth it, and does nothing at all otherwise. The returned function is called when it may have become so. */
export function liveFigures({ isWorthIt, count, tell, after }: LiveFiguresParts): () => void {
  let isUnderWay = false;

  function goOn(): void {
    if (isUnderWay || !isWorthIt()) return;
    isUnderWay = true;
    after(every, () => void turn());
  }

  async function turn(): Promise<void> {
    if (isWorthIt()) await count();
    isUnderWay = false;
    if (isWorthIt()) tell();
    goOn();
  }

  return goOn;
}
