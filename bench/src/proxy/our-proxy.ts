import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialMac } from '@comet/admission';
import { programPath, startProxy } from '@comet/gateway';
import type { Peer } from '../start-peer.ts';

const pepper = Buffer.alloc(32, 7);
const slice = 67_108_864;

/** Our proxy as the agent runs it: an unprivileged process with passwords and quota for each byte. */
export async function startOurProxy(port: number, relay: string): Promise<Peer> {
  const listening = new EventTarget();
  const ready = once(listening, 'listening');
  let quotaLeases = 0;
  const link = startProxy({
    program: programPath('proxy'),
    listener: null,
    setup: {
      host: '127.0.0.1',
      httpPort: port,
      socksPort: port + 1,
      user: 65_534,
      resolver: '127.0.0.1',
      except: ['127.0.0.0/8'],
      relay,
      tproxy: null,
      admissionEndpoint: { host: '127.0.0.1', port: 443 },
    },
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    onListening: () => listening.dispatchEvent(new Event('listening')),
    onDraw: (quotaAccount) => link.credit(quotaAccount, String((quotaLeases += 1)), slice),
    onUsed: () => undefined,
    onExitFailed: () => undefined,
    onFailure(reason) {
      throw new Error(`The proxy ended: ${reason}`);
    },
  });
  link.exits([
    {
      id: 'exit',
      kind: 'node',
      country: 'US',
      city: null,
      use: 'native',
      healthy: true,
      load: 0,
      outlet: { kind: 'local', ipv4: '127.0.0.2', ipv6: null, resolver: '127.0.0.1' },
      caps: { bytesPerSecond: null, dayBytes: null },
      rules: { ports: [], networks: [], names: [] },
    },
  ]);
  link.customers(pepper.toString('base64url'), [
    {
      id: 'customer',
      username: 'abc123',
      mac: credentialMac(pepper, 'abc123', 'word'),
      addresses: [],
      proven: [],
      quotaAccount: 'purse',
      route: { kind: 'pool' },
      limits: { connections: 4_000, bytesPerSecond: null },
    },
  ]);
  await ready;
  const pid = await pidOf('main.proxy.ts');
  return { pid, helpers: await childrenOf(pid), port, stop: () => link.end() };
}

/** Returns the pid of our child process with this program. */
async function pidOf(program: string): Promise<number> {
  for (const pid of await childrenOf(process.pid))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(program)) return pid;
  throw new Error(`${program} does not run`);
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
