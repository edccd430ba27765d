import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import type { Log } from '@comet/foundation/log';
import { jsonOf, reasonOf, taskQueue } from '@comet/foundation';
import * as z from 'zod/mini';
import { resolverUid } from '../firewall/firewall-gateway.ts';
import { type GuardedProcess, startWithInput } from '../system/guarded-process.ts';
import { firstOutput } from '../system/first-output.ts';
import { listId, type NameListFiles } from '../files/name-list-files.ts';
import { countNames, fetchList } from './list-jobs.linux.ts';
import type { BlockedQueries, LocalResolver, ResolverPlan, SiteReport } from './local-resolver.ts';

/** A loopback address that no usual resolver of a machine uses. */
const address = '127.0.67.53';
/** Timeout in ms for the program to listen, and bytes of lists that it reads in one more; it connects to no server before. */
const startTimeout = 5_000;
const bytesPerMillisecond = 2_000;
/** Delay in ms before a program that has ended is started again. */
const restartDelay = 500;
/** Timeout in ms for the program to print its last counts and end, before it is killed. */
const endTimeout = 500;

/** A report of addresses: the program receives those that programs may use. */
const reportLine = z.object({
  routed: z.object({
    id: z.int().check(z.minimum(1)),
    site: z.string().check(z.maxLength(253)),
    addresses: z.array(z.string().check(z.maxLength(45))).check(z.maxLength(512)),
    ttl: z.int().check(z.minimum(0)),
  }),
});
const readyLine = z.object({ listening: z.literal(true) });
const countsLine = z.object({ blocked: z.record(z.string(), z.int()) });

/** Returns the configuration of `comet-resolver`: one JSON object. `texts`: of the plan's lists; null for one that has none yet. */
export function resolverConfig(
  { servers, bootstrap, lists, allowed, unfiltered, filterLists, split, sites }: ResolverPlan,
  certificateAuthorities: readonly string[],
  texts: readonly (Buffer | null)[],
): string {
  return JSON.stringify({
    ...{ listen: `${address}:53`, servers, bootstrap, allowed, unfiltered, filter_lists: filterLists, split },
    lists: lists.flatMap((list, place) => {
      const bytes = texts[place]?.length;
      return bytes === undefined ? [] : [{ id: listId(list), kind: list.kind, bytes }];
    }),
    certificate_authorities: certificateAuthorities,
    ...(sites.length === 0 ? {} : { routes: sites }),
  });
}

/** The certificate authorities of Node and of this machine: PEM. */
function trustedAuthorities(): readonly string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

/** Returns the last counts in a program's output: blocked queries since its start. */
function countsIn(output: string): BlockedQueries {
  for (const line of output.trimEnd().split('\n').toReversed()) {
    const parsed = countsLine.safeParse(jsonOf(line));
    if (parsed.success) return parsed.data.blocked;
  }
  return {};
}

/** What the program needs besides its plan. */
interface ResolverParts {
  /** Reads the text of a list of the user's. */
  readonly readText: NameListFiles['readText'];
  /** Routes the addresses of a report, and resolves with those that are routed. */
  readonly learn: (report: SiteReport) => Promise<readonly string[]>;
}

/** Starts `comet-resolver` under its own user, with the capability for port 53 only. If it ends by itself, it is started again. */
export function linuxLocalResolver(
  program: string,
  { readText, learn }: ResolverParts,
  log: Log,
): LocalResolver {
  let onBlocked: (blocked: BlockedQueries) => void = () => undefined;
  let running: GuardedProcess | null = null;
  let wanted: ResolverPlan | null = null;
  const next = taskQueue();

  async function replace(plan: ResolverPlan): Promise<void> {
    await end();
    const texts = await Promise.all(plan.lists.map((list) => readText(list)));
    const config = resolverConfig(plan, trustedAuthorities(), texts);
    const content = texts.filter((text) => text !== null);
    const started = startWithInput(resolverUid, [program], config, 'net_bind_service', content);
    running = started;
    watchCounts(started);
    const sites = plan.sites.filter(({ blocked }) => !blocked).map(({ site }) => site);
    started.onLine((line) => {
      const read = reportLine.safeParse(jsonOf(line));
      if (read.success && sites.includes(read.data.routed.site)) void reply(started, read.data.routed);
    });
    const isReady = (line: string) => (readyLine.safeParse(jsonOf(line)).success ? true : null);
    const bytes = content.reduce((sum, { length }) => sum + length, 0);
    await firstOutput(started, isReady, startTimeout + bytes / bytesPerMillisecond).catch(
      async (error: unknown) => {
        await end();
        throw error;
      },
    );
    void started.ended.then((how) => {
      if (running !== started) return;
      running = null;
      log.warn({ how }, 'The resolver program ended');
      setTimeout(() => void next(restart), restartDelay).unref();
    });
  }

  function watchCounts(started: GuardedProcess): void {
    let last: BlockedQueries = {};
    started.onOutput(() => {
      const counts = countsIn(started.lastOutput());
      const added = Object.entries(counts).map(([list, count]) => [list, count - (last[list] ?? 0)] as const);
      const positive = added.filter(([, count]) => count > 0);
      last = { ...last, ...counts };
      if (positive.length > 0) onBlocked(Object.fromEntries(positive));
    });
  }

  async function reply(to: GuardedProcess, { id, ...report }: SiteReport & { id: number }): Promise<void> {
    const addresses = await learn(report).catch((error: unknown): readonly string[] => {
      log.error({ reason: reasonOf(error) }, 'The addresses of a site could not be routed');
      return [];
    });
    to.write(JSON.stringify({ id, addresses }));
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
    last?.closeInput();
    await Promise.race([last?.ended, wait(endTimeout, undefined, { ref: false })]);
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
    reload: () =>
      next(async () => {
        if (wanted === null) return;
        await end();
        await restart();
      }),
    fetchList: (request) => fetchList(program, request, trustedAuthorities()),
    countNames: (text) => countNames(program, text),
    onBlocked(listener) {
      onBlocked = listener;
    },
  };
}
