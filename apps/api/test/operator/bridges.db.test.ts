import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Bridge,
  checkBridgeText,
  checkServerList,
  formatBridge,
  publishKey,
  readVerifiers,
} from '@comet/admission';
import { api } from '@comet/contract';
import { readQrCodeOfTerminal } from '@comet/testing/read-qr-code';
import { unixSeconds } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyToBridgeRequest, bridgesCommand } from '../../src/features/bridges/index.ts';
import { createRateLimiter } from '../../src/platform/http/limits/rate-limit.ts';
import { processDeps } from '../payments/paid-user.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let folder = '';
beforeAll(async () => {
  under = await startApi({ API_ADDRESSES: '192.0.2.1, 2001:db8::1' });
  folder = await mkdtemp(join(tmpdir(), 'comet-bridges-'));
});
afterAll(async () => {
  await under.stop();
  await rm(folder, { recursive: true });
});

const ops = (...words: readonly string[]) => {
  const { db, clock, keys } = under.dependencies;
  return bridgesCommand({ db, clock, signer: keys.lists.current, operator: 'ada' }, words);
};
const verifiers = () => readVerifiers([publishKey(under.dependencies.keys.lists.current)]);
const now = () => unixSeconds(under.dependencies.clock.now());
const password = 'a-password-of-the-bridge';
const login = { method: 'chacha20-ietf-poly1305', password } as const;
const bridge = (last: number): Bridge => ({
  kind: 'shadowsocks',
  host: `203.0.113.${last}`,
  port: 443,
  ...login,
});

/** Adds bridges and returns their ids. */
async function add(bridges: readonly Bridge[], ...flags: readonly string[]): Promise<readonly string[]> {
  const file = join(folder, 'bridges.txt');
  await writeFile(file, `${bridges.map(formatBridge).join('\n')}\n`);
  const added = await ops('add', file, ...flags);
  return added.split('\n').map((line) => line.split(' ')[1] ?? '');
}

async function contactsInList() {
  const { list } = (await under.call(api.serverList, {})).json as { readonly list: string };
  const checked = checkServerList(verifiers(), list, { now: now(), atLeast: 0 });
  if (!checked.ok) return null;
  const { apiAddresses, bridges } = checked.value;
  return { apiAddresses, bridges };
}

test('the server list has listed bridges only, and signed texts have the others', async () => {
  await add([bridge(1)], '--listed');
  const [hidden = ''] = await add([bridge(2)]);
  await expect
    .poll(contactsInList, { timeout: 5_000 })
    .toEqual({ apiAddresses: ['192.0.2.1', '2001:db8::1'], bridges: [formatBridge(bridge(1))] });
  const text = await ops('text');
  expect(text.length).toBeLessThanOrEqual(500);
  expect(checkBridgeText(verifiers(), text, now())).toMatchObject({ value: { bridges: [bridge(2)] } });
  expect(await ops('text', '--only', hidden)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(readQrCodeOfTerminal(await ops('qr'))).toBe(text);
  // No password in the table or the audit trail.
  const actions = await under.dependencies.db.selectFrom('operatorActions').selectAll().execute();
  const shown = `${await ops('list')}${JSON.stringify(actions)}`;
  expect(shown).toContain('203.0.113.2:443');
  expect(shown).not.toContain(formatBridge(bridge(2)));
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['add_bridges', 'sign_bridge_text']),
  );
  await ops('remove', hidden);
  await expect(ops('text')).rejects.toThrow('There is no bridge for a text');
  await expect(ops('remove', hidden)).rejects.toThrow(`There is no bridge ${hidden}`);
});

test('the QR code of the longest text is read as that text', async () => {
  const ids = await add([3, 4, 5, 6].map(bridge));
  const text = await ops('text');
  expect(text.length).toBeGreaterThan(400);
  expect(readQrCodeOfTerminal(await ops('qr'))).toBe(text);
  expect(checkBridgeText(verifiers(), text, now())).toMatchObject({ ok: true });
  for (const id of ids) await ops('remove', id);
});

test('refuses files with anything but bridges, and more than the list has room for', async () => {
  const file = join(folder, 'other.txt');
  for (const content of ['', 'hello\n', `${formatBridge(bridge(9))}\nss://x\n`]) {
    await writeFile(file, content);
    await expect(ops('add', file)).rejects.toThrow('must contain the lines');
  }
  const many = Array.from({ length: 65 }, (_, index) => bridge(100 + index));
  await expect(add(many, '--listed')).rejects.toThrow('room for 64 bridges');
  await expect(ops('text', '--only', 'x')).rejects.toThrow('Use bridges');
});

test('replies to emails with the same bridges each time, twice a day, and neither programs nor forged senders', async () => {
  await add([20, 21, 22, 23, 24].map(bridge));
  const { keys } = under.dependencies;
  const limiter = createRateLimiter({ ...under.dependencies, secret: keys.buckets });
  const deps = { ...processDeps(under), limiter, signer: keys.lists.current, secret: keys.buckets };
  const send = (from: string, headers = '', sender = from) => {
    const raw = Buffer.from(`From: <${sender}>\r\nSubject: bridge\r\n${headers}\r\nbridge`);
    return replyToBridgeRequest(deps, { from, to: 'bridges@comet.example', raw });
  };
  const replies = (to: string) => under.jobs.mailsTo(to).map(({ email }) => email.paragraphs[1] ?? '');
  const bridgesOf = (text: string) => {
    const checked = checkBridgeText(verifiers(), text, now());
    return checked.ok ? checked.value.bridges : [];
  };
  for (let count = 0; count < 3; count += 1) expect(await send('ada@mail.example')).toBe(true);
  const [first = '', second = '', ...more] = replies('ada@mail.example');
  expect(bridgesOf(first).length).toBeGreaterThan(1);
  expect([bridgesOf(second), more]).toEqual([bridgesOf(first), []]);
  expect(await send('list@mail.example', 'Auto-Submitted: auto-replied\r\n')).toBe(true);
  expect(await send('attacker@mail.example', '', 'victim@mail.example')).toBe(true);
  for (const to of ['list@mail.example', 'attacker@mail.example', 'victim@mail.example'])
    expect(replies(to)).toEqual([]);
});
