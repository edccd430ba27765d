import type { UpstreamGrant } from '@comet/contract';
import type { ExitView, UpstreamOutlet } from '../proxy/index.ts';

/** Milliseconds after an answer for which connections that fail bring no other question: each costs what the provider charges for. */
const pause = 1_000;

/** The providers' endpoints of this gateway, and which of them serve. */
export interface Upstreams {
  /** As tunnels and the proxy choose them: one for each country that an endpoint serves. */
  views(): readonly ExitView[];
  report(): { upstream: string; country: string; live: boolean }[];
  /**
   * A connection through this one, named as in `views`, could not be made: asks there at once. What a customer's destination does is no
   * sign, or each of them could take a provider from all. `true` when the answer has changed.
   */
  doubt(id: string): Promise<boolean>;
  /** Asks every endpoint; `true` when some answer has changed. */
  look(): Promise<boolean>;
}

export interface UpstreamsParts {
  grants(): Iterable<UpstreamGrant>;
  /** Whether bytes come back through an endpoint; null where nobody could try, which leaves it as it was. */
  prove(upstream: string, outlet: UpstreamOutlet, countries: readonly string[]): Promise<boolean | null>;
  /** Milliseconds, of a clock that only goes forward. */
  now(): number;
}

export function watchUpstreams({ grants, prove, now }: UpstreamsParts): Upstreams {
  const live = new Map<string, boolean>();
  const askedAt = new Map<string, number>();
  const idOf = (grant: UpstreamGrant, country: string) => `${grant.id}/${country}`;

  /** Whether the answer has changed. */
  async function ask(grant: UpstreamGrant): Promise<boolean> {
    const { id } = grant;
    askedAt.set(id, Number.POSITIVE_INFINITY);
    const answer = await prove(id, outletOf(grant), grant.countries);
    askedAt.set(id, now());
    const changed = answer !== null && (live.get(id) ?? false) !== answer;
    if (answer !== null) live.set(id, answer);
    return changed;
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
            // A provider spreads its own.
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
    async doubt(view) {
      const [id = ''] = view.split('/');
      const grant = [...grants()].find((one) => one.id === id);
      if (grant === undefined || now() < (askedAt.get(id) ?? 0) + pause) return false;
      return ask(grant);
    },
    async look() {
      const known = [...grants()];
      const changes = await Promise.all(known.map(ask));
      for (const id of askedAt.keys()) {
        if (known.some((grant) => grant.id === id)) continue;
        live.delete(id);
        askedAt.delete(id);
      }
      return changes.includes(true);
    },
  };
}

function outletOf({ protocol, host, port, usernameTemplate, password }: UpstreamGrant): UpstreamOutlet {
  return { kind: 'upstream', protocol, host, port, usernameTemplate, password };
}
