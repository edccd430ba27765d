import { connect } from 'node:net';
import type { UpstreamGrant } from '@comet/contract';
import type { ExitView } from '../proxy/index.ts';

/** Milliseconds that a provider's endpoint has to take a connection. */
const patience = 3_000;

/** The providers' endpoints of this gateway, and which of them take connections. */
export interface Upstreams {
  /** As the proxy chooses them: one for each country that an endpoint serves. */
  views(): readonly ExitView[];
  report(): { upstream: string; country: string; live: boolean }[];
  /** A connection through this one could not be made. It is taken again when it has answered. */
  failed(id: string): void;
  /** Knocks at every endpoint; `true` when some answer has changed. */
  look(): Promise<boolean>;
}

export function watchUpstreams(
  grants: () => Iterable<UpstreamGrant>,
  knock: (host: string, port: number) => Promise<boolean> = takesConnections,
): Upstreams {
  const live = new Map<string, boolean>();
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
            caps: { bytesPerSecond: null, dayBytes: null },
            rules: { ports: [], networks: [], names: [] },
          }),
        ),
      ),
    report: () =>
      [...grants()].flatMap(({ id, countries }) =>
        countries.map((country) => ({ upstream: id, country, live: live.get(id) === true })),
      ),
    failed(id) {
      const [upstream = ''] = id.split('/');
      if (live.has(upstream)) live.set(upstream, false);
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
