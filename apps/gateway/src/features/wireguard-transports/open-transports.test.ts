import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../platform/clock/sleep.ts';
import { openTransports, type Transports } from './open-transports.ts';
import type { TransportsPlan } from './server-configuration.ts';

const listening = 'echo \'{"listening":true}\'';
const tcp = [{ kind: 'tcp' as const, port: 443 }];
const quic = [{ kind: 'quic' as const, port: 443 }];
const onFailure = vi.fn<(reason: string) => void>();
let folder: string;
let transports: Transports | null = null;

beforeEach(async () => {
  onFailure.mockReset();
  folder = await mkdtemp(join(tmpdir(), 'comet-transports-'));
});
afterEach(async () => {
  await transports?.close();
  transports = null;
  await rm(folder, { recursive: true });
});

/** Opens transports with a program that writes its process id and configuration to files, and then runs `script`. */
async function open(script: string, served: TransportsPlan['transports'] = tcp): Promise<Transports> {
  const program = join(folder, 'program');
  const prefix = `#!/bin/sh\nread line\necho "$$" >> ${folder}/pids\necho "$line" >> ${folder}/lines\n`;
  await writeFile(program, `${prefix}${script}\n`);
  await chmod(program, 0o755);
  transports = await openTransports({
    plan: {
      ...{ program, user: 70_003, transports: served, ipv6: false, wireguardPort: 51_820 },
      wireguardPublicKey: `${'A'.repeat(42)}E=`,
      admission: { port: 443, sharedPort: 5295 },
    },
    certificate: { certificateChain: 'old chain', privateKey: 'old key' },
    sleep,
    onFailure,
  });
  return transports;
}

const linesOf = async (file: string) => (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n');
const pids = async () => (await linesOf('pids')).map(Number);

test('without transports no program is started', async () => {
  const none = await open('exit 1', []);
  expect([none.offered(), none.sharesAdmissionPort]).toEqual([[], false]);
  await expect(pids()).rejects.toThrow('ENOENT');
});

test('a killed program is restarted within a second, and remains offered', async () => {
  const running = await open(`${listening}\nexec /bin/cat`);
  expect([running.offered(), running.sharesAdmissionPort]).toEqual([tcp, true]);
  const [first = 0] = await pids();
  process.kill(first, 'SIGKILL');
  await expect.poll(pids, { timeout: 1_000, interval: 20 }).toHaveLength(2);
  expect(onFailure.mock.calls).toEqual([['it ended with a signal']]);
  expect(running.offered()).toEqual(tcp);
});

test('a program that no longer listens is not offered until it does', async () => {
  const script = `[ -e ${folder}/broken ] && { echo no port >&2; exit 1; }\n${listening}\nexec /bin/cat`;
  const running = await open(script);
  await writeFile(join(folder, 'broken'), '');
  const change = running.changed();
  process.kill((await pids())[0] ?? 0, 'SIGKILL');
  await change;
  expect(running.offered()).toEqual([]);
  expect(onFailure).toHaveBeenLastCalledWith('no port');
  await rm(join(folder, 'broken'));
  await expect.poll(() => running.offered()).toEqual(tcp);
});

test('a program that cannot listen leaves the admission endpoint its port', async () => {
  const given = await open('echo the port is in use >&2; exit 1');
  expect([given.offered(), given.sharesAdmissionPort]).toEqual([[], false]);
  expect(onFailure).toHaveBeenCalledWith('the port is in use');
});

test('a renewed certificate restarts the program only for QUIC', async () => {
  const renewed = { certificateChain: 'new chain', privateKey: 'new key' };
  const overTcp = await open(`${listening}\nexec /bin/cat`);
  overTcp.replaceCertificate(renewed);
  await overTcp.close();
  expect(await pids()).toHaveLength(1);
  const overQuic = await open(`${listening}\nexec /bin/cat`, quic);
  overQuic.replaceCertificate(renewed);
  await expect.poll(pids).toHaveLength(3);
  expect((await linesOf('lines')).at(-1)).toContain('new key');
  expect(onFailure).not.toHaveBeenCalled();
});

test.each(['scrambled', 'shadowsocks'] as const)(
  'a restarted program of %s gets the clients that were added and not removed',
  async (kind) => {
    const script = `${listening}\nread line; echo "$line" >> ${folder}/lines\nread line; echo "$line" >> ${folder}/lines\nexec /bin/cat`;
    const running = await open(script, [{ kind, port: 51_820 }]);
    const [one, other] = ['A', 'B'].map((letter) => `${letter.repeat(42)}E=`) as [string, string];
    running.addClient(one);
    running.alignClients([other]);
    const changes = async () => (await linesOf('lines')).filter((line) => line.startsWith('{"add"'));
    await expect.poll(changes).toHaveLength(2);
    process.kill((await pids())[0] ?? 0, 'SIGKILL');
    await expect.poll(changes).toHaveLength(3);
    const [added, aligned, again] = (await changes()).map((line) => JSON.parse(line) as object);
    const hex = (key: string) => Buffer.from(key, 'base64').toString('hex');
    expect(added).toEqual({ add: [hex(one)], remove: [] });
    expect(aligned).toEqual({ add: [hex(other)], remove: [hex(one)] });
    expect(again).toEqual({ add: [hex(other)], remove: [] });
  },
);

test('the program ends with the agent’s transports', async () => {
  const running = await open(`${listening}\nexec /bin/cat`);
  const [pid = 0] = await pids();
  await running.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(onFailure).not.toHaveBeenCalled();
});
