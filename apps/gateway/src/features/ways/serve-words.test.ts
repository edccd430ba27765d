import { once } from 'node:events';
import { connect } from 'node:net';
import { type WayWord, wayWordPort } from '@comet/admission';
import { afterEach, expect, test } from 'vitest';
import { serveWords, type Words } from './serve-words.ts';

const address = '127.0.74.1';
const here = '127.0.74.2';

let words: Words;
afterEach(() => words.close());

async function open(said: Map<string, WayWord>): Promise<void> {
  words = await serveWords({
    address,
    wordFor: (ipv4) => said.get(ipv4) ?? null,
    onError: (error) => expect.fail(String(error)),
  });
}

function call(from: string) {
  const socket = connect({ host: address, port: wayWordPort, localAddress: from });
  const heard: string[] = [];
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => heard.push(piece));
  socket.on('error', () => undefined);
  return { socket, heard, ended: once(socket, 'close') };
}

test('a session hears what is true now, each change once, and the end of its way', async () => {
  const said = new Map<string, WayWord>([[here, 'open']]);
  await open(said);
  const caller = call(here);
  await expect.poll(() => caller.heard).toEqual(['open\n']);
  words.tell([here, '127.0.74.9']);
  said.set(here, 'gone');
  words.tell([here]);
  words.tell([here]);
  await expect.poll(() => caller.heard.join('')).toBe('open\ngone\n');
  said.delete(here);
  words.tell([here]);
  await caller.ended;
});

test('a session that is about to end hears that its way is gone, while it stands', async () => {
  await open(new Map([[here, 'open']]));
  expect(words.dismiss([here])).toBe(false);
  const caller = call(here);
  await expect.poll(() => caller.heard).toEqual(['open\n']);
  expect(words.dismiss([here, '127.0.74.9'])).toBe(true);
  words.dismiss([here]);
  await expect.poll(() => caller.heard.join('')).toBe('open\ngone\n');
});

test('who has no way by an exit, says something or calls too often is sent away', async () => {
  await open(new Map([[here, 'open']]));
  await call('127.0.74.3').ended;
  const two = [call(here), call(here)];
  await expect.poll(() => two.flatMap(({ heard }) => heard)).toEqual(['open\n', 'open\n']);
  const third = call(here);
  await third.ended;
  expect(third.heard).toEqual([]);
  two[0]?.socket.write('hello');
  await two[0]?.ended;
  const next = call(here);
  await expect.poll(() => next.heard).toEqual(['open\n']);
});
