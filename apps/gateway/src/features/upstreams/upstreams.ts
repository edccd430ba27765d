import type { UpstreamGrant } from '@comet/contract';
import type { ExitView, UpstreamOutlet } from '../proxy/index.ts';

/**
 * Minimum intervals in ms between health checks: regular ones, and those after failed connections. Each check uses metered traffic of the
 * provider. Together with the timeout of a check, a silent endpoint is detected within five seconds.
 */
const minIntervals = { ordinary: 1_200, recheck: 1_000 };

/** The providers' endpoints of this gateway, and their health. */
interface Upstreams {
  /** Exit views for tunnels and the proxy: one for each country of an endpoint. */
  views(): readonly ExitView[];
  report(): { upstream: string; country: string; live: boolean }[];
  /**
   * Checks an endpoint at once, after a connection through the exit with this id (as in `views`) failed. The failure itself does not count,
   * because the destination may have caused it.
   */
  recheck(id: string): Promise<void>;
  /** Checks each endpoint that is due, concurrently, since one may be unresponsive. Resolves when all checks are done. */
  check(): Promise<void>;
}

interface UpstreamsParts {
  grants(): Iterable<UpstreamGrant>;
  /** Resolves with whether an endpoint returns bytes; null where no check was possible, which leaves its state unchanged. */
  probe(upstream: string, outlet: UpstreamOutlet, countries: readonly string[]): Promise<boolean | null>;
  /** Monotonic clock in milliseconds. */
  now(): number;
  /** Called when the health of an endpoint has changed. */
  onChange(): void;
}

/** Creates the health state of providers' endpoints. An endpoint counts as unhealthy until its first successful check. */
export function watchUpstreams({ grants, probe, now, onChange }: UpstreamsParts): Upstreams {
  const live = new Map<string, boolean>();
  const checkedAt = new Map<string, number>();
  const idOf = (grant: UpstreamGrant, country: string) => `${grant.id}/${country}`;

  const isDue = (id: string, milliseconds: number) =>
    now() >= (checkedAt.get(id) ?? Number.NEGATIVE_INFINITY) + milliseconds;

  async function checkOne(grant: UpstreamGrant): Promise<void> {
    const { id } = grant;
    checkedAt.set(id, Number.POSITIVE_INFINITY);
    const response = await probe(id, outletOf(grant), grant.countries).finally(() =>
      checkedAt.set(id, now()),
    );
    if (response === null || (live.get(id) ?? false) === response) return;
    live.set(id, response);
    onChange();
  }

  return {
    views: () =>
      [...grants()].flatMap((grant) =>
        grant.countries.map(
          (country): ExitView => ({
            id: idOf(grant, country),
            kind: 'upstream',
            country,
            city: null,
            use: grant.use,
            healthy: live.get(grant.id) === true,
            // A provider balances its own load.
            load: 0,
            outlet: outletOf(grant),
            caps: { bytesPerSecond: grant.bytesPerSecond, dayBytes: null },
            rules: grant.rules,
          }),
        ),
      ),
    report: () =>
      [...grants()].flatMap(({ id, countries }) =>
        countries.map((country) => ({ upstream: id, country, live: live.get(id) === true })),
      ),
    async recheck(view) {
      const [id = ''] = view.split('/');
      const grant = [...grants()].find((one) => one.id === id);
      if (grant !== undefined && isDue(id, minIntervals.recheck)) await checkOne(grant);
    },
    async check() {
      const known = [...grants()];
      for (const id of checkedAt.keys()) {
        if (known.some((grant) => grant.id === id)) continue;
        live.delete(id);
        checkedAt.delete(id);
      }
      await Promise.all(known.filter(({ id }) => isDue(id, minIntervals.ordinary)).map(checkOne));
    },
  };
}

function outletOf({ protocol, host, port, usernameTemplate, password }: UpstreamGrant): UpstreamOutlet {
  return { kind: 'upstream', protocol, host, port, usernameTemplate, password };
}
