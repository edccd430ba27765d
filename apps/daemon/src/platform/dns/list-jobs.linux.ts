import { execFile } from 'node:child_process';
import { jsonOf } from '@comet/foundation';
import { listFailures } from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { resolverUid } from '../firewall/firewall-gateway.ts';
import { programEnvironment, unprivileged } from '../system/guarded-process.ts';
import type { FetchedList, ListRequest } from './local-resolver.ts';

/** Timeout in ms; the program ends a download after 60 s by itself. */
const timeout = 70_000;
/** Maximum output in bytes: a text of 16 MiB and the line before it. */
const maxOutput = (16 << 20) + 4_096;

const outcome = z.discriminatedUnion('result', [
  z.object({ result: z.literal('new'), etag: z.nullable(z.string()), names: z.int() }),
  z.object({ result: z.literal('unchanged') }),
  z.object({ result: z.literal('failed'), failure: z.enum(listFailures) }),
]);
const counted = z.object({ names: z.int() });

/** Runs `comet-resolver` once, under its user: the firewall lets it send through the tunnel only. Resolves with its output. */
function run(program: string, job: 'fetch' | 'count', input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const argv = [...unprivileged(resolverUid), program, job];
    const options = {
      timeout,
      maxBuffer: maxOutput,
      killSignal: 'SIGKILL',
      cwd: '/',
      env: programEnvironment,
    } as const;
    const child = execFile('setpriv', argv, options, (error, output, message) =>
      error === null ? resolve(output) : reject(new Error(message.trim() || error.message)),
    );
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** Downloads a list. Rejects if the program fails or its output is invalid. */
export async function fetchList(
  program: string,
  { url, etag, resolvers }: ListRequest,
  authorities: readonly string[],
): Promise<FetchedList> {
  const config = { url, etag, resolvers, certificate_authorities: authorities };
  const output = await run(program, 'fetch', `${JSON.stringify(config)}\n`);
  const end = output.indexOf('\n');
  const result = outcome.parse(jsonOf(output.slice(0, end)));
  return result.result === 'new' ? { ...result, text: output.slice(end + 1) } : result;
}

/** Number of names in a text, by the parser of the resolver. */
export async function countNames(program: string, text: string): Promise<number> {
  return counted.parse(jsonOf(await run(program, 'count', text))).names;
}
