/** How often the classifier recognises pages through one tunnel. */
export interface CoverRow {
  readonly setting: string;
  readonly title: string;
  readonly expects: 'recognised' | 'hidden';
  readonly machine: string;
  readonly measuredAt: string;
  /** Load average of the last minute before the measurement: other work on the machine. */
  readonly load: number;
  readonly pages: number;
  /** Visits of each page. */
  readonly visits: number;
  /** Seconds of traffic that the attacker sees of a visit. */
  readonly window: number;
  /** The share of visits whose page is recognised: the mean and the standard deviation of the folds. */
  readonly accuracy: { readonly mean: number; readonly deviation: number };
  /** The same with the pages of the visits shuffled: the control. */
  readonly shuffled: { readonly mean: number; readonly deviation: number };
  /** UDP payload of a visit in both directions, its mean. */
  readonly bytes: number;
  readonly packets: number;
  /** Median of the milliseconds to the last file; null if computed from recorded packets. */
  readonly loadMs: number | null;
}

/** Minimum accuracy without cover traffic: the attack works. */
const recognised = 0.9;
/** Maximum accuracy with cover traffic, as a multiple of guessing. */
const guesses = 2;

/** Returns whether a row is as promised, and its control can only guess. */
export function holds({ accuracy, shuffled, pages, expects }: CoverRow): boolean {
  const limit = guesses / pages;
  const isExpected = expects === 'recognised' ? accuracy.mean >= recognised : accuracy.mean <= limit;
  return isExpected && shuffled.mean <= limit;
}

/** Returns the table of `bench/README.md`. Overhead is relative to the first row. */
export function coverTable(rows: readonly CoverRow[]): string {
  const header = [
    'tunnel',
    'pages × visits',
    'accuracy',
    'guessing',
    'shuffled',
    'bytes',
    'overhead',
    'page load',
    'slower by',
    'machine load',
    'target',
    'holds',
  ];
  const [first] = rows;
  const cells = rows.map((row) => [
    row.title,
    `${row.pages} × ${row.visits}`,
    `${percent(row.accuracy.mean)} ± ${percent(row.accuracy.deviation)}`,
    percent(1 / row.pages),
    percent(row.shuffled.mean),
    `${Math.round(row.bytes / 1000)} kB`,
    first === undefined || first === row ? '' : percent(row.bytes / first.bytes - 1),
    row.loadMs === null ? '–' : `${Math.round(row.loadMs)} ms`,
    row.loadMs === null || first === undefined || first.loadMs === null || first === row
      ? ''
      : percent(row.loadMs / first.loadMs - 1),
    String(row.load),
    row.expects === 'recognised' ? `≥ ${percent(recognised)}` : `≤ ${percent(guesses / row.pages)}`,
    holds(row) ? 'yes' : 'no',
  ]);
  return [header, header.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
