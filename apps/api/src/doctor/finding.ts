import { table } from '../features/operator-commands/index.ts';

/** The result of one check. */
export interface Finding {
  /** The part that was checked: `settings`, `database`, `Paddle` and so on. */
  readonly part: string;
  readonly state: 'ok' | 'warn' | 'fail';
  /** What was found, without secrets. */
  readonly found: string;
  /** What to do; null for `ok`. */
  readonly remedy: string | null;
}

/** A check that passed. */
export const good = (part: string, found: string): Finding => ({ part, state: 'ok', found, remedy: null });

/** A finding that does not fail the command; `remedy` is the instruction. */
export const warning = (part: string, found: string, remedy: string): Finding => ({
  ...{ part, state: 'warn', found },
  remedy,
});

/** A finding with which the command exits with 1; `remedy` is the instruction. */
export const failure = (part: string, found: string, remedy: string): Finding => ({
  ...{ part, state: 'fail', found },
  remedy,
});

/** The findings as a table, with what to do below each that is not ok. */
export function findingsText(findings: readonly Finding[]): string {
  const rows = findings.map(({ part, state, found, remedy }) => [
    state,
    part,
    remedy === null ? found : `${found}: ${remedy}`,
  ]);
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  return `${table(['', 'part', 'found'], rows)}\n\n${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`;
}

/** The findings for other programs. */
export function findingsJson(findings: readonly Finding[]): string {
  return JSON.stringify({ ok: findings.every(({ state }) => state !== 'fail'), findings }, null, 2);
}
