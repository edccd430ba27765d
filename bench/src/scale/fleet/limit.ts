import type { CaseFigures } from '../../report.ts';

/** A row with a fixed limit: `figures` may be at most the limit, or with `better: 'higher'` at least. */
export function limited(
  name: string,
  figures: number | readonly number[],
  {
    limit,
    unit,
    better = 'lower',
  }: {
    readonly limit: number;
    readonly unit: string;
    readonly better?: 'higher' | 'lower';
  },
): CaseFigures {
  const ours = (typeof figures === 'number' ? [figures] : figures).map(rounded);
  const peer = `limit of ${limit} ${unit}`;
  return {
    ...{ case: name, unit, better, canBeZero: true, ours },
    peers: { [peer]: ours.map(() => limit) },
    target: { [peer]: 1 },
  };
}

/** Rounds to three digits. */
export const rounded = (figure: number): number => Number(figure.toPrecision(3));
