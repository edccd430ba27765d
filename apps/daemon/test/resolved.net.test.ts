import { logInto } from './log-into.ts';
import { silentLog } from '@comet/foundation/log';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { resolvedDns } from '../src/platform/dns/dns.resolved.ts';
import { type RealResolved, startResolved } from './real-resolved.ts';

/** Comet's calls to systemd-resolved, made to the real service. */

let real: RealResolved | null = null;

beforeAll(async () => {
  real = await startResolved();
});

afterAll(() => real?.end());

const logged: string[] = [];

function withReal(work: (service: RealResolved) => Promise<void>) {
  return async ({ skip }: TestContext) => {
    if (real === null) skip('there is no systemd-resolved, and no package of it');
    else await work(real);
  };
}

const stateOf = async ({ run }: RealResolved, verb: 'dns' | 'domain' | 'default-route' | 'dnsovertls') =>
  (await run('resolvectl', [verb, 'comet0'])).stdout.trim();
test(
  'our link resolves every name, is restored if another program changes it, and is reverted at the end',
  withReal(async (service) => {
    const log = logInto(logged);
    const dns = resolvedDns('comet0', service.run, log, service.watchFile);
    await dns.use(['100.64.0.1'], 'comet0');
    expect(await stateOf(service, 'dns')).toMatch(/^Link \d+ \(comet0\): 100\.64\.0\.1$/);
    expect(await stateOf(service, 'domain')).toMatch(/: ~\.$/);
    expect(await stateOf(service, 'default-route')).toMatch(/: yes$/);
    expect(await stateOf(service, 'dnsovertls')).toMatch(/: no$/);
    await service.run('resolvectl', ['dns', 'comet0', '192.0.2.66']);
    await expect.poll(() => stateOf(service, 'dns')).toMatch(/: 100\.64\.0\.1$/);
    await service.run('resolvectl', ['revert', 'comet0']);
    await expect.poll(() => stateOf(service, 'dns')).toMatch(/: 100\.64\.0\.1$/);
    await expect.poll(() => stateOf(service, 'domain')).toMatch(/: ~\.$/);
    expect(logged.length).toBeGreaterThan(0);
    await dns.restore();
    expect(await stateOf(service, 'dns')).toMatch(/:$/);
    expect(await stateOf(service, 'domain')).toMatch(/:$/);
  }),
);

test(
  'a name is queried only on our link, for any resolver of another link',
  withReal(async (service) => {
    await service.run('resolvectl', ['dns', 'eth0', '192.0.2.53']);
    const dns = resolvedDns('comet0', service.run, silentLog, service.watchFile);
    await dns.use(['100.64.0.1'], 'comet0');
    const addresses = { ours: '100.64.0.1', theirs: '192.0.2.53' };
    const commands = [
      'add table inet seen',
      'add chain inet seen out { type filter hook output priority 0; }',
      ...Object.entries(addresses).flatMap(([name, address]) => [
        `add counter inet seen ${name}`,
        `add rule inet seen out ip daddr ${address} udp dport 53 counter name ${name}`,
      ]),
    ];
    expect(await service.run('nft', [commands.join('; ')])).toMatchObject({ code: 0 });
    const counted = async (name: keyof typeof addresses) => {
      const { stdout } = await service.run('nft', ['list', 'counter', 'inet', 'seen', name]);
      return Number(/packets (\d+)/.exec(stdout)?.[1] ?? -1);
    };
    // The other end sends no response; only the query on our link is checked.
    void service.run('resolvectl', ['query', 'private.example']);
    await expect.poll(() => counted('ours')).toBeGreaterThan(0);
    expect(await counted('theirs')).toBe(0);
    await dns.restore();
  }),
);

test(
  'a restore without the link or the service does nothing and reports no error',
  withReal(async (service) => {
    const gone = resolvedDns('gone0', service.run, silentLog, service.watchFile);
    await gone.restore();
    await service.endService();
    const dns = resolvedDns('comet0', service.run, silentLog, service.watchFile);
    await dns.restore();
    // A tunnel without its DNS is not reported as up.
    await expect(dns.use(['100.64.0.1'], 'comet0')).rejects.toThrow('resolvectl dns');
  }),
);
