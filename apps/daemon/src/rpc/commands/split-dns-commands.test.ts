import { expect, test } from 'vitest';
import { setUp } from './commands-fixture.ts';

test('a server in the local network needs local network access, and one on the internet does not', async () => {
  const { ask, file } = setUp();
  const corp = { domain: 'corp.example', server: '10.0.0.53' };
  expect(await ask('split-dns.add', corp)).toMatchObject({ error: { error: 'split_dns_needs_lan' } });
  const lab = { domain: 'lab.example', server: '9.9.9.9' };
  await ask('split-dns.add', lab);
  await ask('allow-lan.set', { on: true });
  await ask('split-dns.add', corp);
  expect(file.current.settings.splitDns).toEqual([lab, corp]);
  await ask('split-dns.add', { ...corp, server: '10.0.0.54' });
  await ask('split-dns.remove', { domain: 'lab.example' });
  expect(file.current.settings.splitDns).toEqual([{ ...corp, server: '10.0.0.54' }]);
});

test('refuses servers that no query could reach, names that are no domains, and too many', async () => {
  const { ask, file } = setUp();
  const refusal = async (domain: string, server: string) => {
    const done = await ask('split-dns.add', { domain, server });
    return done.ok ? null : done.error.error;
  };
  for (const server of ['127.0.0.1', '::1', '100.64.0.1', 'fe80::1', '169.254.1.1', '224.0.0.1'])
    expect(await refusal('corp.example', server), server).toBe('split_dns_server_unusable');
  for (const [domain, server] of [
    ['corp', '9.9.9.9'],
    ['corp.example', 'dns.example'],
  ] as const)
    expect(await refusal(domain, server)).toBe('malformed_request');
  expect(await ask('split-dns.remove', { domain: 'a.example' })).toMatchObject({
    error: { error: 'split_dns_unknown' },
  });
  expect(file.current.settings.splitDns).toEqual([]);
  for (let number = 0; number < 16; number += 1)
    expect(await refusal(`n${number}.example`, '9.9.9.9')).toBeNull();
  expect(await refusal('one.example', '9.9.9.9')).toBe('split_dns_too_many');
});
