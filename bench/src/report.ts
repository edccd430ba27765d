/** What one case of a bench measured: our figures beside each peer's, taken in turn in the same run. */
export interface CaseFigures {
  readonly case: string;
  /** Where it is not measured in the unit of its bench: its own, and which side is the good one. */
  readonly unit?: string;
  readonly better?: 'higher' | 'lower';
  /** Whether 0 is a valid figure, as for a layout shift. Otherwise 0 means that nothing was measured. */
  readonly canBeZero?: boolean;
  readonly ours: readonly number[];
  readonly peers: Readonly<Record<string, readonly number[]>>;
  /** The bound on the ratio to each peer that has one; a peer without a bound is shown for comparison. */
  readonly target: Readonly<Record<string, number>>;
}

export interface CaseResult extends CaseFigures {
  /** Ours over the peer's, pair by pair; the median. */
  readonly ratio: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

export interface BenchResult {
  readonly name: string;
  readonly metric: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly machine: string;
  readonly measuredAt: string;
  readonly cases: readonly CaseResult[];
}

/** The middle of the figures; of an even number, the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('A median needs at least one figure');
  return (upper + lower) / 2;
}

/** The figure that `share` (0 to 1) of the figures do not exceed. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The ratio of ours to theirs, pair by pair in the order taken, so that a drift of the machine cancels out. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new Error('Figures are compared in pairs: the counts differ');
  return median(ours.map((figure, turn) => figure / (theirs[turn] ?? Number.NaN)));
}

/** Judges a case: every ratio with a target is on its good side. */
export function judge(figures: CaseFigures, better: 'higher' | 'lower'): CaseResult {
  const ratio = Object.fromEntries(
    Object.entries(figures.peers).map(([peer, theirs]) => [peer, round(medianRatio(figures.ours, theirs))]),
  );
  const holds = Object.entries(figures.target).every(([peer, bound]) => {
    const reached = ratio[peer];
    if (reached === undefined) throw new Error(`The target names ${peer}, which was not measured`);
    return (figures.better ?? better) === 'lower' ? reached <= bound : reached >= bound;
  });
  return { ...figures, ratio, holds };
}

function round(figure: number): number {
  return Number(figure.toPrecision(3));
}

/** The table of `bench/README.md`: one row a case and peer. */
export function tableOf(results: readonly BenchResult[]): string {
  const rows = results.flatMap((result) =>
    result.cases.flatMap((one) =>
      Object.entries(one.peers).map(([peer, theirs]) => {
        const bound = one.target[peer];
        const wanted =
          bound === undefined ? '' : `${(one.better ?? result.better) === 'lower' ? '≤' : '≥'} ${bound}`;
        const met =
          bound === undefined ? '' : judge({ ...one, target: { [peer]: bound } }, result.better).holds;
        return [
          result.name,
          one.case,
          peer,
          `${round(median(one.ours))} ${one.unit ?? result.unit}`,
          `${round(median(theirs))} ${one.unit ?? result.unit}`,
          String(one.ratio[peer]),
          wanted,
          met === '' ? '' : met ? 'yes' : 'no',
        ];
      }),
    ),
  );
  const header = ['bench', 'case', 'peer', 'ours', "peer's", 'ratio', 'target', 'holds'];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
