import { Engine, type EngineParts } from './engine.ts';

/** An engine without customers, with a stopped clock and no name resolution. */
export function fakeEngine(
  parts: Partial<Omit<EngineParts, 'setup'>> & { setup?: Partial<EngineParts['setup']> } = {},
) {
  return new Engine({
    resolve: () => Promise.resolve([]),
    emit: () => undefined,
    now: () => 0,
    random: () => 0,
    newToken: () => 'token',
    ...parts,
    setup: {
      ...{ host: '::', httpPort: 0, socksPort: 0, user: null, resolver: '::1', except: [] },
      ...{ relay: '/nowhere', tproxy: null, admissionEndpoint: { host: '127.0.0.1', port: 443 } },
      ...parts.setup,
    },
  });
}
