import { connect } from 'node:net';
import type { UpstreamGrant } from '@comet/contract';
import type { ExitView } from '../proxy/index.ts';

/** Milliseconds that a provider's endpoint has to take a connection: one that is lost on the way comes again within them. */
const patience = 2_000;

/** The providers' endpoints of this gateway, and which of them take connections. */
export interface Upstreams {
  /** As tunnels and the proxy choose them: one for each country that an endpoint serves. */
  views(): readonly ExitView[];
  report(): { upstream: string; country: string; live: boolean }[];
  /**
   * A connection through this one, named as in `views`, could not be made: knocks there at once. What a customer's destination does is no
   * sign, or each of them could take a provider from all. `true` when the answer has changed.
   */
  doubt(id: string): Promise<boolean>;
  /** Knocks at every endpoint; `true` when some answer has changed. */
  look(): Promise<boolean>;
}

export function watchUpstreams(
  grants: () => Iterable<UpstreamGrant>,
  knock: (host: string, port: number) => Promise<boolean> = takesConnections,
): Upstreams {
  const live = new Map<string, boolean>();
  /** Being knocked at: one at a time says it for all who ask. */
  const doubted = new Set<string>();
  const idOf = (grant: UpstreamGrant, country: string) => `${grant.id}/${country}`;

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
      if (grant === undefined || doubted.has(id)) return false;
      doubted.add(id);
      const answer = await knock(grant.host, grant.port).finally(() => doubted.delete(id));
      const changed = live.has(id) && live.get(id) !== answer;
      if (changed) live.set(id, answer);
      return changed;
    },
    async look() {
      const known = [...grants()];
      const answers = await Promise.all(known.map(({ host, port }) => knock(host, port)));
      let changed = false;
      for (const [index, { id }] of known.entries()) {
        const answer = answers[index] === true;
        changed ||= live.get(id) !== answer;
        live.set(id, answer);
      }
      for (const id of live.keys()) if (!known.some((grant) => grant.id === id)) live.delete(id);
      return changed;
    },
  };
}

function outletOf({ protocol, host, port, usernameTemplate, password }: UpstreamGrant): ExitView['outlet'] {
  return { kind: 'upstream', protocol, host, port, usernameTemplate, password };
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patience });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('timeout', () => done(false));
    socket.once('error', () => done(false));
  });
}
