import { afterEach, expect, test } from 'vitest';
import { addresses, apiFront } from './fleet/addresses.ts';
import { apiFrontNetwork, resolverEndpoint } from './fleet/api-front-network.ts';
import { apiUses } from './fleet/api-methods/use-api.ts';
import { bridgeServers } from './fleet/bridge-servers.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

/**
 * A network without a resolver, which drops everything but one method of reaching the API: all that needs the API is done by it. Gateways and
 * bridges are in `api-relay.net.test.ts`.
 */
const network = bareTestNetwork();
const front = apiFrontNetwork(network);
const bridges = bridgeServers(network);
const uses = apiUses(network, front);

const { api, bridge, login, openProxyPort, closedProxyPort, port, proxy, resolver, shadowsocksPort } =
  apiFront;
const all = [addresses.far, api, bridge, proxy, resolver];
const apiEndpoint = `${api} . ${port}`;
/** Once signed in, the daemon requests a standby session from the gateway, which is dropped. */
const attempted = [resolverEndpoint, `${addresses.far} . ${addresses.admissionPort}`];

/** A method by its name in `comet api`. */
interface Method {
  readonly method: string;
  /** Addresses that the network does not drop. */
  readonly reachable: readonly string[];
  /** Endpoints to which packets leave. */
  readonly endpoints: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A proxy for `comet api add`, and what it reads from standard input. */
  readonly added?: { readonly argument: string; readonly input: string };
}

const methods: readonly (readonly [string, () => Method])[] = [
  [
    'a pinned address',
    () => ({
      ...{ method: 'pinned', reachable: [api], endpoints: [apiEndpoint] },
      environment: { COMET_API_ADDRESSES: api },
    }),
  ],
  [
    'DNS over HTTPS',
    () => ({
      ...{ method: 'doh', reachable: [api, resolver] },
      endpoints: [apiEndpoint, `${resolver} . ${port}`],
      environment: { COMET_DOH_RESOLVERS: `https://${resolver}:${port}/dns-query` },
    }),
  ],
  [
    'the user’s SOCKS5 proxy without a password',
    () => ({
      ...{ method: 'socks5', reachable: [proxy], endpoints: [`${proxy} . ${openProxyPort}`] },
      added: { argument: `socks5://${proxy}:${openProxyPort}`, input: '' },
    }),
  ],
  [
    'the user’s SOCKS5 proxy with a password',
    () => ({
      ...{ method: 'socks5', reachable: [proxy], endpoints: [`${proxy} . ${closedProxyPort}`] },
      added: { argument: `socks5://${login.user}@${proxy}:${closedProxyPort}`, input: login.password },
    }),
  ],
  [
    'the user’s Shadowsocks server',
    () => ({
      ...{ method: 'shadowsocks', reachable: [bridge], endpoints: [`${bridge} . ${shadowsocksPort}`] },
      added: { argument: '-', input: bridges.serverUrl() },
    }),
  ],
];

afterEach(async () => {
  await network.endDaemon('SIGTERM');
  front.drop();
});

test.each(methods)(
  'sign-in, tickets, the server list and an update pass by %s, and nothing else leaves',
  async (_, methodOf) => {
    const { method, reachable, endpoints, environment, added } = methodOf();
    front.resolve(null);
    front.drop(...all.filter((address) => !reachable.includes(address)));
    front.watch(...attempted, ...endpoints);
    await uses.start();
    // The control: on this network the direct method fails.
    expect((await network.logIn()).code).toBe(1);
    if (environment !== undefined) await uses.startAgain(environment);
    if (added !== undefined)
      expect(await network.cometWith(`${added.input}\n`, 'api', 'add', added.argument)).toMatchObject({
        code: 0,
      });
    await uses.useAll(method);
    expect(front.others()).toBe(0);
    // The control of the count.
    await network.inClient('curl', '-s', '--max-time', '1', `http://${addresses.echo4}/`);
    expect(front.others()).toBeGreaterThan(0);
  },
  180_000,
);
