import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Recording } from './record-visits.ts';

/** Parts of cross-validation. */
const folds = 5;
const trees = 100;

/**
 * The reference defence: a datagram of the longest WireGuard message of a tunnel with an MTU of 1420, every 5 ms to the gateway and every
 * 2 ms from it: enough for every page within the window.
 */
const constantRate = { length: 1_452, outgoing_interval: 0.005, incoming_interval: 0.002 };

export interface Outcome {
  readonly accuracy: { readonly mean: number; readonly deviation: number };
  readonly shuffled: { readonly mean: number; readonly deviation: number };
  /** UDP payload of a visit, its mean. */
  readonly bytes: number;
  readonly packets: number;
}

export interface Classified {
  readonly recorded: Outcome;
  /** The recorded traces as if they had been sent at a constant rate; null unless requested. */
  readonly constantRate: Outcome | null;
}

interface ClassifyOptions {
  /** Path of `bench/classifier`. */
  readonly program: string;
  /** Seconds of each visit. */
  readonly window: number;
  readonly seed: number;
  readonly withConstantRate: boolean;
}

/** Classifies the visits of the recordings. Throws with the program's message if it fails. */
export async function classify(
  recordings: readonly Recording[],
  { program, window, seed, withConstantRate }: ClassifyOptions,
): Promise<Classified> {
  const captures = recordings.map(({ file, visits }) => ({
    file,
    visits: visits.map(({ page, start }) => ({ page, start })),
  }));
  const client = recordings[0]?.client;
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const constant_rate = withConstantRate ? constantRate : null;
  child.stdin.end(`${JSON.stringify({ client, captures, window, folds, trees, seed, constant_rate })}\n`);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  if (code !== 0) throw new Error(`The classifier ended with ${code}: ${stderr.trim()}`);
  const report = JSON.parse(stdout) as { recorded: Outcome; constant_rate: Outcome | null };
  return { recorded: report.recorded, constantRate: report.constant_rate };
}
