/** Figures of one case of a bench: ours and each peer's, measured alternately in the same run. */
export interface CaseFigures {
  readonly case: string;
  /** Unit and direction of this case, if they differ from the bench's. */
  readonly unit?: string;
  readonly better?: 'higher' | 'lower';
  /** Whether 0 is a valid figure, as for layout shift. Otherwise 0 means that nothing was measured. */
  readonly canBeZero?: boolean;
  readonly ours: readonly number[];
  readonly peers: Readonly<Record<string, readonly number[]>>;
  /** Target for the ratio to a peer; a peer without a target is shown for comparison only. */
  readonly target: Readonly<Record<string, number>>;
}

export interface CaseResult extends CaseFigures {
  /** Median of the pairwise ratios of our figure to the peer's. */
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

/** Returns the median; for an even number of figures, the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('A median needs at least one figure');
  return (upper + lower) / 2;
}

/** Returns the quantile `share` (0 to 1) of the figures. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median ratio of ours to theirs, pairwise in measuring order, so that drift of the machine cancels out. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new Error('Figures are compared in pairs: the counts differ');
  return median(ours.map((figure, turn) => figure / (theirs[turn] ?? Number.NaN)));
}

/** Computes the ratios of a case and whether every target is met. */
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

/** Returns the table of `bench/README.md`: one row for each case and peer. */
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
