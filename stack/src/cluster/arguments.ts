import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@comet/foundation';
import { FAILURES, type Failure } from './failures.ts';

/** What `npm run cluster` shall do. */
export type ClusterCommand = { readonly state: string } & (
  | { readonly do: 'start'; readonly port: number }
  /** `from` is a git revision; null for the release before the newest migration. */
  | { readonly do: 'upgrade'; readonly port: number; readonly from: string | null }
  | { readonly do: 'status' | 'stop' }
  | { readonly do: 'fail'; readonly failure: Failure; readonly seconds: number }
);

const DEFAULTS = { port: 4900, seconds: 30 };
const MAX_SECONDS = 600;

export const USAGE = [
  'npm run cluster [-- --port N]           starts a cluster of namespaces on this machine; Ctrl-C ends it',
  'npm run cluster -- upgrade [--from REV] [--port N]  starts one of an earlier release, and upgrades it under load',
  'npm run cluster -- status|stop',
  `npm run cluster -- fail ${FAILURES.join('|')} [--seconds N]`,
  'Each takes --state DIR.',
].join('\n');

/** Parses the arguments after `npm run cluster --`. The error is one sentence. */
export function parseArguments(args: readonly string[], cwd: string): Result<ClusterCommand, string> {
  const parsed = parse(args);
  if (!parsed.ok) return parsed;
  const { positionals, values } = parsed.value;
  const [verb = 'start', what, ...more] = positionals;
  const state = resolve(cwd, values.state ?? join(tmpdir(), 'comet-cluster'));
  if (more.length > 0 || (verb !== 'fail' && what !== undefined)) return err('There are too many arguments.');
  const starts = verb === 'start' || verb === 'upgrade';
  if (values.port !== undefined && !starts) return err('--port is an option of the start and of upgrade.');
  if (values.from !== undefined && verb !== 'upgrade') return err('--from is an option of upgrade.');
  if (values.seconds !== undefined && verb !== 'fail') return err('--seconds is an option of fail.');
  if (starts) {
    const port = Number(values.port ?? DEFAULTS.port);
    if (!Number.isInteger(port) || port < 1024 || port > 65_500)
      return err('--port needs a number from 1024 to 65500, the first of a block of ports.');
    return ok(
      verb === 'upgrade' ? { do: verb, state, port, from: values.from ?? null } : { do: verb, state, port },
    );
  }
  if (verb === 'status' || verb === 'stop') return ok({ do: verb, state });
  if (verb !== 'fail') return err(`Unknown command ${verb}.`);
  const failure = FAILURES.find((one) => one === what);
  if (failure === undefined) return err(`fail needs one of ${FAILURES.join(', ')}.`);
  const seconds = Number(values.seconds ?? DEFAULTS.seconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
    return err(`--seconds needs a number from 1 to ${MAX_SECONDS}.`);
  return ok({ do: 'fail', state, failure, seconds });
}

function parse(args: readonly string[]) {
  try {
    return ok(
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          ...{ state: { type: 'string' }, port: { type: 'string' } },
          ...{ seconds: { type: 'string' }, from: { type: 'string' } },
        },
      }),
    );
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
