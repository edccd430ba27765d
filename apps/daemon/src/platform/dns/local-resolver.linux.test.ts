import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@comet/foundation/log';
import { expect, onTestFinished, test } from 'vitest';
import { listId } from '../files/name-list-files.ts';
import type { SiteReport } from './local-resolver.ts';
import { linuxLocalResolver, resolverConfig } from './local-resolver.linux.ts';

const plan = {
  servers: [{ over: 'https', host: 'dns.example', port: 443, path: '/dns-query' }],
  bootstrap: ['100.64.0.1'],
  lists: [
    { kind: 'block', source: 'mine' },
    { kind: 'allow', source: 'https://lists.example/later' },
  ],
  allowed: ['good.example'],
  unfiltered: [],
  filterLists: ['ads'],
  split: [{ domain: 'corp.example', server: '10.0.0.53' }],
  sites: [],
} as const;

test('the program gets the resolvers, the trusted authorities and the lists that have a text', () => {
  const { sites: _, filterLists, ...resolvers } = plan;
  expect(JSON.parse(resolverConfig(plan, ['a CA'], [Buffer.from('ads.example'), null]))).toEqual({
    ...resolvers,
    filter_lists: filterLists,
    lists: [{ id: listId(plan.lists[0]), kind: 'block', bytes: 11 }],
    listen: '127.0.67.53:53',
    certificate_authorities: ['a CA'],
  });
});

/** A resolver whose program is a shell script; it can append to the file `out`. */
async function withScript(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'comet-resolver-'));
  const [program, out] = [join(folder, 'comet-resolver'), join(folder, 'out')];
  await writeFile(program, `#!/bin/sh\nread -r line\n${script.replaceAll('OUT', out)}\n`);
  await writeFile(out, '');
  for (const path of [folder, program]) await chmod(path, 0o755);
  await chmod(out, 0o666);
  const reports: SiteReport[] = [];
  const learn = async (report: SiteReport) => {
    reports.push(report);
    return Promise.resolve(report.addresses.slice(0, 1));
  };
  const resolver = linuxLocalResolver(program, { readText: () => Promise.resolve(null), learn }, silentLog);
  onTestFinished(async () => {
    await resolver.stop();
    await rm(folder, { recursive: true });
  });
  return { resolver, reports, output: () => readFile(out, 'utf8') };
}

test.runIf(process.getuid?.() === 0)(
  'a program that ends is started again, and none after the stop',
  async () => {
    const ready = `echo '{"listening":true}'`;
    const { resolver, output } = await withScript(
      `id -u >> OUT; grep CapEff /proc/self/status >> OUT; ${ready}; read -r end`,
    );
    expect(await resolver.start(plan)).toBe('127.0.67.53');
    expect(await output()).toMatch(/^61012\nCapEff:\t0*400\n$/);
    await resolver.stop();
    const short = await withScript(`echo one >> OUT; ${ready}; sleep 0.2`);
    await short.resolver.start(plan);
    await expect.poll(short.output, { timeout: 10_000 }).toContain('one\none\n');
  },
);

test.runIf(process.getuid?.() === 0)(
  'a program that does not listen is a failure with its last line',
  async () => {
    const { resolver } = await withScript('echo "address in use" >&2; exit 1');
    await expect(resolver.start(plan)).rejects.toThrow('address in use');
  },
);

test.runIf(process.getuid?.() === 0)(
  'addresses are reported for the sites of the plan only, and the program gets those that are routed',
  async () => {
    const report = (id: number, site: string) =>
      `echo '{"routed":{"id":${id},"site":"${site}","addresses":["192.0.2.7","192.0.2.8"],"ttl":60}}'`;
    const { resolver, reports, output } = await withScript(
      `echo '{"listening":true}'; ${report(1, 'other.example')}; echo '{"routed":1}'; ${report(2, 'site.example')}
      read -r reply; echo "$reply" >> OUT; read -r end`,
    );
    const sites = ['site.example', 'blocked.example'].map((site) => ({
      ...{ site, blocked: site.startsWith('b') },
    }));
    await resolver.start({ ...plan, sites });
    await expect.poll(output, { timeout: 10_000 }).toBe('{"id":2,"addresses":["192.0.2.7"]}\n');
    expect(reports).toEqual([{ site: 'site.example', addresses: ['192.0.2.7', '192.0.2.8'], ttl: 60 }]);
  },
);
