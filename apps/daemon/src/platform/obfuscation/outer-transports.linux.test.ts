import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@comet/foundation/log';
import type { IpCommand } from '@comet/linux-network';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientConfig, coverReportIn, linuxOuterTransports } from './outer-transports.linux.ts';

const server = {
  address: '2001:db8::101',
  serverName: 'gw-1.gateways.comet.test',
  serverPublicKey: `${'A'.repeat(42)}E=`,
  publicKey: `${'A'.repeat(42)}I=`,
  offer: { over: 'tcp', port: 443 },
} as const;
const uid = 61_007;

test('the program gets the server; with QUIC its name and our private CA, to scramble and for Shadowsocks the keys of both ends', () => {
  expect(JSON.parse(clientConfig(server, ['a CA'], false))).toEqual({
    kind: 'tcp',
    to: '[2001:db8::101]:443',
  });
  const overQuic = { ...server, address: '203.0.113.101', offer: { over: 'quic', port: 4433 } } as const;
  expect(JSON.parse(clientConfig(overQuic, ['a CA'], false))).toEqual({
    kind: 'quic',
    to: '203.0.113.101:4433',
    server_name: server.serverName,
    certificate_authorities: ['a CA'],
  });
  const keys = { server_key: `${'00'.repeat(31)}01`, client_key: `${'00'.repeat(31)}02` };
  const scrambled = { ...server, offer: { over: 'scrambled', port: 443 } } as const;
  expect(JSON.parse(clientConfig(scrambled, ['a CA'], true))).toEqual({
    ...{ kind: 'scrambled', to: '[2001:db8::101]:443', ...keys },
  });
  const covered = { ...server, offer: { over: 'cover', port: 443 } } as const;
  for (const isPaused of [true, false])
    expect(JSON.parse(clientConfig(covered, [], isPaused))).toEqual({
      ...{ kind: 'scrambled', to: '[2001:db8::101]:443', cover: true, pause_cover: isPaused, ...keys },
    });
  for (const [over, network] of [
    ['shadowsocks', 'udp'],
    ['shadowsocks_tcp', 'tcp'],
  ] as const)
    expect(JSON.parse(clientConfig({ ...server, offer: { over, port: 8389 } }, ['a CA'], false))).toEqual({
      ...{ kind: 'shadowsocks', network, to: '[2001:db8::101]:8389', ...keys },
    });
});

test('reads the last complete report of cover traffic', () => {
  const report = (received: number, sent: number, paused: boolean) =>
    JSON.stringify({
      cover: { paused, received: { total: 900, cover: received }, sent: { total: 900, cover: sent } },
    });
  const [earlier, later] = [report(10, 20, false), report(30, 40, true)];
  const output = `{"listening":{"port":40000}}\n${earlier}\n${later}\n{"cover":{"rec`;
  expect(coverReportIn(output)).toEqual({ received: 30, sent: 40, paused: true });
  expect(coverReportIn('{"listening":{"port":40000}}\n')).toBeNull();
  expect(coverReportIn(report(-1, 0, false))).toBeNull();
});

describe.runIf(process.getuid?.() === 0)('a transport program', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comet-transport-'));
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Transports whose program is a shell script, with the commands of ip(8) that they run. */
  async function setUp(script: string) {
    const program = join(folder, 'comet-transport');
    await writeFile(program, `#!/bin/sh\nread -r line\n${script}\n`);
    await chmod(program, 0o755);
    const commands: string[] = [];
    const runIp = (batch: readonly IpCommand[]): Promise<void> => {
      commands.push(
        ...batch.map((command) => `${command.kind} ${'family' in command ? command.family : ''}`),
      );
      return Promise.resolve();
    };
    const transports = linuxOuterTransports(
      { runIp },
      { program, uid, certificateAuthorities: ['a CA'] },
      silentLog,
    );
    return { transports, commands };
  }
  const signal = () => new AbortController().signal;
  const ready = `echo '{"listening":{"port":40001}}'`;

  test('runs under its own user until the end of the tunnel, with a rule for its routes', async () => {
    const { transports, commands } = await setUp(`id -u > ${folder}/uid; ${ready}; read -r end; exit 0`);
    await writeFile(join(folder, 'uid'), '');
    await chmod(join(folder, 'uid'), 0o666);
    const ends: string[] = [];
    transports.onEnd((how) => ends.push(how));
    const running = await transports.open(server, signal());
    expect(running).toEqual({ over: 'tcp', port: 443, localPort: 40_001 });
    expect((await readFile(join(folder, 'uid'), 'utf8')).trim()).toBe(String(uid));
    await transports.keepOnly(running);
    expect(commands).toEqual(['rule-delete 4', 'rule-delete 6', 'rule-add 4', 'rule-add 6']);
    await transports.lower();
    expect(commands.slice(4)).toEqual(['rule-delete 4', 'rule-delete 6']);
    expect(ends).toEqual([]);
  });

  test('that does not reach the server is reported with its reason', async () => {
    const { transports } = await setUp('echo "no answer within 2800 ms" >&2; exit 1');
    await expect(transports.open(server, signal())).rejects.toThrow('exit code 1): no answer within 2800 ms');
  });

  test('that carries the tunnel is reported when it ends', async () => {
    const { transports } = await setUp(`${ready}; sleep 0.3; echo broken >&2; exit 3`);
    const ended = new Promise<string>((resolve) => transports.onEnd(resolve));
    await transports.keepOnly(await transports.open(server, signal()));
    expect(await ended).toContain('exit code 3): broken');
  });

  test('that gets a response at a UDP port reports the port; the request is one line', async () => {
    const later = `read -r request; echo "$request" > ${folder}/request`;
    const { transports } = await setUp(
      `${ready}; ${later}; echo "lost" >&2; echo '{"responded":{"port":53}}'; read -r end`,
    );
    await writeFile(join(folder, 'request'), '');
    await chmod(join(folder, 'request'), 0o666);
    const running = await transports.open(server, signal());
    expect(await transports.tryUdp(running, [51_820, 53], signal())).toBe(53);
    expect(JSON.parse(await readFile(join(folder, 'request'), 'utf8'))).toEqual({ try_direct: [51_820, 53] });
    await transports.lower();
    expect(await transports.tryUdp(running, [53], signal())).toBeNull();
  });

  test('without a response reports none when it ends, or when the attempt does', async () => {
    const { transports } = await setUp(`${ready}; read -r request; read -r other; exit 0`);
    const running = await transports.open(server, signal());
    expect(await transports.tryUdp(running, [53], AbortSignal.timeout(100))).toBeNull();
    expect(await transports.tryUdp(running, [53], signal())).toBeNull();
  });

  test('receives each pause of cover traffic: in its configuration, and as a line while it runs or starts', async () => {
    await writeFile(join(folder, 'lines'), '');
    await chmod(join(folder, 'lines'), 0o666);
    const record = `echo "$line" >> ${folder}/lines; sleep 0.2; ${ready}; while read -r line; do echo "$line" >> ${folder}/lines; done`;
    const { transports } = await setUp(record);
    const covered = { ...server, offer: { over: 'cover', port: 443 } } as const;
    const lines = async () =>
      (await readFile(join(folder, 'lines'), 'utf8')).split('\n').filter((line) => line !== '');
    transports.pauseCover(true);
    const opening = transports.open(covered, signal());
    await expect.poll(lines).toHaveLength(1);
    transports.pauseCover(false);
    await opening;
    transports.pauseCover(true);
    await expect.poll(lines).toHaveLength(3);
    const [first, ...later] = (await lines()).map((line) => JSON.parse(line));
    expect(first).toMatchObject({ cover: true, pause_cover: true });
    expect(later).toEqual([{ pause_cover: false }, { pause_cover: true }]);
    await transports.lower();
  });

  test('is ended if the attempt ends before it is connected', async () => {
    const { transports } = await setUp('sleep 60');
    const leave = new AbortController();
    const opening = transports.open(server, leave.signal);
    setTimeout(() => leave.abort(), 100);
    await expect(opening).rejects.toThrow('the attempt has ended');
  });
});
