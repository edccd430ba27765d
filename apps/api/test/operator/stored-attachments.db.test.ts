import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { type Sandbox, startSandbox } from '@comet/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExport } from '../../src/features/export/exported-tables.ts';
import {
  deleteStoredAttachments,
  findTicketFiles,
  moveAttachments,
} from '../../src/features/support-tickets/index.ts';
import type { BlobStore } from '../../src/platform/blobs/blob-store.ts';
import { openBlobStore } from '../../src/platform/blobs/open-blob-store.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

const bucket = { bucket: 'files', accessKey: 'AKIDEXAMPLE', secretKey: 'secret-of-the-sandbox' };
const sealer = createSealer(new Uint8Array(32).fill(7));
let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-attachments-'));
  sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, objectStorage: bucket },
    paddle: { apiKey: 'key', webhookUrl: 'http://127.0.0.1:1', webhookSecret: 'secret' },
  });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

const s3 = (changed: Partial<typeof bucket> = {}) => ({
  bucketUrl: `${sandbox.url}/s3/${changed.bucket ?? bucket.bucket}`,
  region: 'auto',
  ...{ accessKey: bucket.accessKey, secretKey: bucket.secretKey, ...changed },
});
const stores: Readonly<Record<string, () => BlobStore | null>> = {
  folder: () => openBlobStore({ folder }, sealer),
  bucket: () => openBlobStore(s3(), sealer),
};
const open = (name: string): BlobStore => {
  const store = stores[name]?.();
  if (store === undefined || store === null) throw new Error(`There is no store ${name}`);
  return store;
};

/** Sends a message with a text file; returns the ids of the ticket and of the attachment. */
async function sendFile(under: ApiUnderTest, user: TestUser, text: string) {
  const attachments = [{ name: 'comet.log', content: Buffer.from(text).toString('base64') }];
  const sent = await under.call(api.sendSupportMessage, { body: { text: 'See the log', attachments } }, user);
  const { ticket } = sent.json as {
    readonly ticket: {
      readonly id: string;
      readonly messages: readonly { readonly attachments: readonly { readonly id: string }[] }[];
    };
  };
  return { ticket: ticket.id, id: ticket.messages.at(-1)?.attachments[0]?.id ?? '' };
}
const read = (under: ApiUnderTest, user: TestUser, id: string) =>
  under.call(api.showSupportAttachment, { params: { id } }, user);
const rowsInDatabase = async ({ dependencies: { db } }: ApiUnderTest) =>
  (await db.selectFrom('ticketAttachments').select('id').where('content', 'is not', null).execute()).length;

test.each(['folder', 'bucket'])('stores, returns and deletes objects in a %s', async (name) => {
  const store = open(name);
  expect(await store.get('attachments/none')).toBeNull();
  await store.put('attachments/one', Buffer.from('first'));
  await store.put('attachments/one', Buffer.from('second'));
  await store.put('attachments/other', Buffer.alloc(3_000_000, 1));
  expect(String(await store.get('attachments/one'))).toBe('second');
  expect((await store.get('attachments/other'))?.length).toBe(3_000_000);
  await store.delete('attachments/one');
  await store.delete('attachments/one');
  expect(await store.get('attachments/one')).toBeNull();
});

test('encrypts objects, each for its own key', async () => {
  const store = open('folder');
  await store.put('attachments/a', Buffer.from('what the customer wrote'));
  await store.put('attachments/b', Buffer.from('other'));
  const path = join(folder, 'attachments');
  expect(await readFile(join(path, 'a'), 'latin1')).not.toContain('customer');
  await writeFile(join(path, 'b'), await readFile(join(path, 'a')));
  await expect(store.get('attachments/b')).rejects.toThrow('authenticate');
  await expect(store.get('../outside')).rejects.toThrow('not a key');
});

test('reports a bucket that refuses or does not respond', async () => {
  for (const [changed, code] of [
    [{ secretKey: 'other' }, 'SignatureDoesNotMatch'],
    [{ accessKey: 'other' }, 'InvalidAccessKeyId'],
    [{ bucket: 'other' }, 'NoSuchBucket'],
  ] as const)
    await expect(openBlobStore(s3(changed), sealer)?.put('attachments/x', Buffer.from('x'))).rejects.toThrow(
      code,
    );
  const nowhere = openBlobStore({ ...s3(), bucketUrl: 'http://127.0.0.1:1/files' }, sealer);
  await expect(nowhere?.put('attachments/x', Buffer.from('x'))).rejects.toThrow('fetch failed');
});

test.each(['folder', 'bucket'])(
  'moves attachments to a %s, where customers and mails find them',
  async (name) => {
    const under = await startApi({}, { blobs: open(name) });
    const user = await makeUser(under);
    const stranger = await makeUser(under);
    const sent = await Promise.all([1, 2, 3].map((at) => sendFile(under, user, `log ${at}`)));
    const ids = sent.map(({ id }) => id);
    await Promise.all([
      moveAttachments(under.dependencies, 60_000),
      moveAttachments(under.dependencies, 60_000),
    ]);
    expect(await rowsInDatabase(under)).toBe(0);

    expect((await read(under, user, ids[1] ?? '')).text).toBe('log 2');
    expect((await read(under, stranger, ids[1] ?? '')).status).toBe(404);
    const files = await findTicketFiles(under.dependencies)(ids);
    expect(files.map(({ content }) => String(content)).toSorted()).toEqual(['log 1', 'log 2', 'log 3']);
    const exported = await readExport(under.dependencies, user.id);
    const attached = exported.find(({ from }) => from.table === 'ticket_attachments')?.rows ?? [];
    expect(
      attached.map(({ content }) => Buffer.from(String(content), 'base64').toString()).toSorted(),
    ).toEqual(['log 1', 'log 2', 'log 3']);
    const listed = await under.call(api.listSupportTickets, {}, user);
    expect(JSON.stringify(listed.json)).toContain('"bytes":5');

    await under.dependencies.db.deleteFrom('supportTickets').execute();
    await deleteStoredAttachments(under.dependencies, 60_000);
    expect(await under.dependencies.db.selectFrom('deletedBlobs').selectAll().execute()).toEqual([]);
    for (const id of ids) expect(await open(name).get(`attachments/${id}`)).toBeNull();
    await under.stop();
  },
);

test('deletes the object of an attachment that is deleted while it is moved, or after a crash before the last step', async () => {
  const store = open('folder');
  let afterPut: () => Promise<unknown> = () => Promise.resolve();
  const blobs: BlobStore = {
    ...store,
    async put(key, bytes) {
      await store.put(key, bytes);
      await afterPut();
    },
  };
  const under = await startApi({}, { blobs });
  const user = await makeUser(under);
  const { id: deleted } = await sendFile(under, user, 'deleted meanwhile');
  afterPut = async () => {
    await under.dependencies.db.deleteFrom('ticketAttachments').where('id', '=', deleted).execute();
    await deleteStoredAttachments(under.dependencies, 60_000);
    // The move ends with an object that nothing refers to.
    await store.put(`attachments/${deleted}`, Buffer.from('x'));
  };
  await moveAttachments(under.dependencies, 60_000);
  expect(await store.get(`attachments/${deleted}`)).toBeNull();

  const { id: crashed } = await sendFile(under, user, 'stored twice');
  afterPut = () => Promise.reject(new Error('The process ended'));
  await expect(moveAttachments(under.dependencies, 60_000)).rejects.toThrow('ended');
  expect((await read(under, user, crashed)).text).toBe('stored twice');
  await under.dependencies.db.deleteFrom('ticketAttachments').where('id', '=', crashed).execute();
  await deleteStoredAttachments(under.dependencies, 60_000);
  expect(await readdir(join(folder, 'attachments'))).not.toContain(crashed);
  await under.stop();
});

test('keeps attachments in the database without a store, and while it does not respond', async () => {
  const under = await startApi(
    {},
    { blobs: openBlobStore({ ...s3(), bucketUrl: 'http://127.0.0.1:1/x' }, sealer) },
  );
  const user = await makeUser(under);
  const { id } = await sendFile(under, user, 'kept');
  await expect(moveAttachments(under.dependencies, 60_000)).rejects.toThrow('fetch failed');
  await moveAttachments({ ...under.dependencies, blobs: null }, 60_000);
  expect(await rowsInDatabase(under)).toBe(1);
  expect((await read(under, user, id)).text).toBe('kept');
  await under.stop();
});

test('counts moved attachments in the limit of a ticket, and answers 404 for one that the store has lost', async () => {
  const store = open('folder');
  const under = await startApi({}, { blobs: store });
  const user = await makeUser(under);
  const { id } = await sendFile(under, user, 'lost');
  await moveAttachments(under.dependencies, 60_000);
  await store.delete(`attachments/${id}`);
  expect((await read(under, user, id)).status).toBe(404);
  const big = { name: 'big.txt', content: Buffer.alloc(3_900_000, 'a').toString('base64') };
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const body = { text: 'More', attachments: [big] };
    statuses.push((await under.call(api.sendSupportMessage, { body }, user)).status);
    await moveAttachments(under.dependencies, 60_000);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 422]);
  await under.stop();
});
