import { getCACertificates } from 'node:tls';
import type { Log } from '@comet/foundation/log';
import { jsonOf, reasonOf, taskQueue } from '@comet/foundation';
import * as z from 'zod/mini';
import { resolverUid } from '../firewall/firewall-gateway.ts';
import { type GuardedProcess, startWithInput } from '../system/guarded-process.ts';
import { firstOutput } from '../system/first-output.ts';
import type { LocalResolver, ResolverPlan } from './local-resolver.ts';

/** A loopback address that no usual resolver of a machine uses. */
const address = '127.0.67.53';
/** Timeout in ms for the program to listen; it connects to no server before. */
const startTimeout = 5_000;
/** Delay in ms before a program that has ended is started again. */
const restartDelay = 500;

const readyLine = z.object({ listening: z.literal(true) });

/** Returns the configuration of `comet-resolver`: one JSON object. */
export function resolverConfig(
  { servers, bootstrap }: ResolverPlan,
  certificateAuthorities: readonly string[],
): string {
  return JSON.stringify({
    ...{ listen: `${address}:53`, servers, bootstrap },
    certificate_authorities: certificateAuthorities,
  });
}

/** The certificate authorities of Node and of this machine: PEM. */
function trustedAuthorities(): readonly string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

/** Starts `comet-resolver` under its own user, with the capability for port 53 only. If it ends by itself, it is started again. */
export function linuxLocalResolver(program: string, log: Log): LocalResolver {
  let running: GuardedProcess | null = null;
  let wanted: ResolverPlan | null = null;
  const next = taskQueue();

  async function replace(plan: ResolverPlan): Promise<void> {
    await end();
    const config = resolverConfig(plan, trustedAuthorities());
    const started = startWithInput(resolverUid, [program], config, 'net_bind_service');
    running = started;
    const isReady = (line: string) => (readyLine.safeParse(jsonOf(line)).success ? true : null);
    await firstOutput(started, isReady, startTimeout).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    void started.ended.then((how) => {
      if (running !== started) return;
      running = null;
      log.warn({ how }, 'The resolver program ended');
      setTimeout(() => void next(restart), restartDelay).unref();
    });
  }

  async function restart(): Promise<void> {
    if (wanted === null || running !== null) return;
    await replace(wanted).catch((error: unknown) => {
      log.error({ reason: reasonOf(error) }, 'The resolver program could not be started');
      setTimeout(() => void next(restart), restartDelay).unref();
    });
  }

  async function end(): Promise<void> {
    const last = running;
    running = null;
    await last?.stop();
  }

  return {
    start: (plan) =>
      next(async () => {
        wanted = plan;
        await replace(plan);
        return address;
      }),
    stop: () =>
      next(async () => {
        wanted = null;
        await end();
      }),
  };
}
