import { type CaseFigures, judge } from './report.ts';

/**
 * What is wrong with the figures of a smoke run, in a sentence; null when every case has figures of each side that are finite and above
 * zero. Whether targets hold is not asked: a single short turn cannot tell.
 */
export function smokeProblem(cases: readonly CaseFigures[], better: 'higher' | 'lower'): string | null {
  if (cases.length === 0) return 'it measured no case';
  for (const one of cases) {
    for (const [side, figures] of Object.entries({ ours: one.ours, ...one.peers })) {
      if (figures.length === 0) return `${one.case}: no figure of ${side}`;
      const wrong = figures.find((figure) => !isFigure(figure, one.canBeZero === true));
      if (wrong !== undefined) return `${one.case}: ${wrong} is no figure of ${side}`;
    }
    try {
      judge(one, better);
    } catch (error) {
      return `${one.case}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}

function isFigure(figure: number, canBeZero: boolean): boolean {
  return Number.isFinite(figure) && (canBeZero ? figure >= 0 : figure > 0);
}
