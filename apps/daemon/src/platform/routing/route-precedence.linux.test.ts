import { expect, test } from 'vitest';
import { routePrecedence } from './route-precedence.linux.ts';

const end = { link: 'comet0', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1' };

/** A kernel that routes everything into the tunnel, except to the networks of the machine. */
function kernel(others: Readonly<Record<string, object>>) {
  const queried: string[] = [];
  const run = (_: string, words: readonly string[]) => {
    const address = words.at(-1) ?? '';
    queried.push(address);
    const tunnel = { dev: 'comet0', prefsrc: address.includes(':') ? end.ipv6 : end.ipv4 };
    return Promise.resolve({ code: 0, stdout: JSON.stringify([others[address] ?? tunnel]), stderr: '' });
  };
  return { run, queried };
}

test('needs two queries if all traffic is routed into the tunnel', async () => {
  const { run, queried } = kernel({});
  expect(await routePrecedence(run, end)).toBe(true);
  expect(queried).toEqual(['192.0.2.1', '2001:db8::1']);
});

test('a machine in a documentation network still has its routes', async () => {
  const { run } = kernel({
    '192.0.2.1': { dev: 'lo', prefsrc: '192.0.2.1' },
    '2001:db8::1': { dev: 'eth0' },
  });
  expect(await routePrecedence(run, end)).toBe(true);
});

test('detects traffic of one family outside the tunnel', async () => {
  const past = { dev: 'eth0', prefsrc: '192.168.1.2' };
  const { run } = kernel({ '192.0.2.1': past, '198.51.100.1': past, '203.0.113.1': past });
  expect(await routePrecedence(run, end)).toBe(false);
});
