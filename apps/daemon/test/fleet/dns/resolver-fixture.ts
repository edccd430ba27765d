import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { addresses } from '../addresses.ts';
import type { Outcome, TestNetwork } from '../test-network.ts';
import { end } from '../../end.ts';

export const resolverUid = 61_012;
export const asResolver = ['setpriv', `--reuid=${resolverUid}`, '--clear-groups', 'curl', '-sS', '-m', '2'];

/** The DNS servers of the far side for the tests of one file, and what these tests need of the client. */
export function resolverFixture(network: TestNetwork) {
  let counters = 0;
  beforeAll(async () => {
    const argv = [join(import.meta.dirname, 'dns-servers.ts'), network.folder];
    const servers = spawn('ip', ['netns', 'exec', network.far, process.execPath, ...argv], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(servers.stdout, 'data');
    return () => end(servers, 'SIGTERM');
  });

  async function comet(...words: readonly string[]): Promise<Outcome> {
    const outcome = await network.comet(...words);
    expect(outcome.code, `comet ${words.join(' ')}: ${outcome.stderr}${network.daemonLog}`).toBe(0);
    return outcome;
  }

  /** Returns the address of a name by a resolver; else the code of the failure. */
  async function lookUp(name: string, resolver: string): Promise<string> {
    const script = `const resolver = new (require('node:dns').promises.Resolver)({ timeout: 6000, tries: 1 });
    resolver.setServers(['${resolver}']);
    resolver.resolve4('${name}').then((found) => console.log(found.join()), ({ code }) => console.log(code))`;
    return (await network.inClient(process.execPath, '-e', script)).stdout.trim();
  }

  /** The same by the machine's resolver. */
  async function resolve(name = 'who.example'): Promise<string> {
    const [, resolver = ''] = /nameserver (\S+)/.exec(await readFile(network.resolvConf, 'utf8')) ?? [];
    return lookUp(name, resolver);
  }

  /** The process ids of the resolver program in the client. */
  async function programs(): Promise<number[]> {
    const { stdout } = await network.inClient('ip', 'netns', 'pids', network.client);
    const isProgram = (pid: string): boolean => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/') &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'comet-resolver'
        );
      } catch {
        return false; // It ended meanwhile.
      }
    };
    return stdout.trim().split('\n').filter(isProgram).map(Number);
  }

  /**
   * Counts the packets that leave the client outside the tunnel from now on, except to the gateway and to find neighbours; only those that
   * match `sender`.
   */
  async function countOutside(sender = ''): Promise<() => Promise<number>> {
    counters += 1;
    const table = `outside${counters}`;
    const nft = (text: string) => network.inClient('nft', text);
    const rules = [
      'type filter hook postrouting priority 300',
      'oifname != "eth0" accept',
      'icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert, mld2-listener-report } accept',
      `ip daddr ${addresses.far} accept`,
      `${sender} counter`,
    ];
    expect((await nft(`table inet ${table} { chain outside { ${rules.join('; ')}; }; }`)).stderr).toBe('');
    onTestFinished(async () => void (await nft(`delete table inet ${table}`)));
    return async () =>
      Number(/counter packets (\d+)/.exec((await nft(`list table inet ${table}`)).stdout)?.[1]);
  }

  return { comet, resolve, lookUp, programs, countOutside };
}
