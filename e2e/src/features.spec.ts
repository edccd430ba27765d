import { expect, test } from '@playwright/test';
import { comet, signIn } from './client-machine.ts';
import { newCustomer, payByCard } from './customer.ts';
import { runningLab, runningStack } from './running-stack.ts';

const lab = runningLab();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const customer = await newCustomer(runningStack());
  await payByCard(runningStack(), customer);
  await signIn(lab, customer);
  await comet(lab, 'connect', 'nl-ams');
});

test.afterAll(async () => {
  await comet(lab, 'disconnect');
});

/** What the client's resolver says, as an ordinary program would ask. */
async function resolve(name: string, ...options: readonly string[]): Promise<string> {
  const asked = await lab.exec('client', ['dig', '+short', '+tries=1', '+time=2', ...options, name, 'A']);
  return asked.stdout.trim();
}

test.describe('names', () => {
  test.afterAll(() => comet(lab, 'set', 'dns', 'default'));

  test("a chosen list keeps its names back, by UDP and TCP, and the gateway's resolver answers for the rest", async () => {
    expect(await resolve('other.comet.test')).toBe('203.0.113.81');
    expect(await comet(lab, 'set', 'block', 'ads')).toContain('Names on these lists are blocked: ads.');
    for (const transport of ['+notcp', '+tcp']) {
      expect(await resolve('other.comet.test', transport)).toBe('');
      expect(await resolve('www.other.comet.test', transport)).toBe('');
      expect(await resolve('echo.comet.test', transport)).toBe('203.0.113.80');
      expect(await resolve('router.comet.test', transport)).toBe('203.0.113.1');
    }
    await comet(lab, 'set', 'block', 'ads', 'trackers');
    expect(await resolve('router.comet.test')).toBe('');
    await comet(lab, 'set', 'block', 'none');
    expect(await resolve('other.comet.test')).toBe('203.0.113.81');
  });

  test('own resolvers are asked through the tunnel, and no other is', async () => {
    await comet(lab, 'set', 'dns', '203.0.113.53');
    const before = (await lab.dnsQueries()).length;
    expect(await resolve('echo.comet.test')).toBe('203.0.113.80');
    const asked = (await lab.dnsQueries()).slice(before).filter(({ name }) => name === 'echo.comet.test');
    expect(asked.map(({ from, server }) => ({ from, server }))).toEqual([
      { from: lab.hosts['gw-nl'].ipv4, server: '203.0.113.53' },
    ]);
    expect(await resolve('echo.comet.test', '@100.64.0.1')).not.toContain('203.0.113.80');
  });

  test('a resolver of the local network is refused: it would hear every name outside of the tunnel', async () => {
    await expect(comet(lab, 'set', 'dns', '192.168.77.1')).rejects.toThrow('no public address');
  });

  test('the process that answers for names has no more rights than anybody', async () => {
    const { stdout } = await lab.exec('gw-nl', ['ip', 'netns', 'pids', lab.hosts['gw-nl'].namespace]);
    const owners = await lab.exec('gw-nl', [
      'ps',
      '-o',
      'user=,args=',
      '-p',
      stdout.trim().split('\n').join(),
    ]);
    const line = owners.stdout.split('\n').find((one) => one.includes('main.names.ts'));
    expect(line).toMatch(/^nobody\s/);
  });
});
