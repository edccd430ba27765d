import type { Logger } from 'pino';
import type { OperatorsDeps } from '../features/operators/index.ts';

export interface DeskDeps extends OperatorsDeps {
  /** The desk's own origin. */
  readonly url: string;
  readonly trustedProxies: readonly string[];
  readonly log: Logger;
  /** Runs a command of `comet-ops` in an operator's name: a sentence about what was done; throws one about what was not. */
  readonly run: (operator: string, command: string, words: readonly string[]) => Promise<string>;
}
