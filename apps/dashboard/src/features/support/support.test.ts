import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fit, isAccepted } from './chosen-files.ts';
import { writeOutbox, type OutboxMessage, readOutbox } from './use-outbox.ts';
import { latestReply, pollIntervalOf, newReplies, type Ticket } from './tickets.ts';

const message = (id: string, author: 'customer' | 'operator') => ({
  ...{ id, author, text: id, sentAt: '2026-11-22T12:00:00Z', attachments: [] },
});
const ticket = (state: Ticket['state'], ...messages: Ticket['messages']): Ticket => ({
  ...{ id: 't', subject: 's', state, openedAt: '2026-11-22T12:00:00Z', messages },
});

it('counts the replies since the last one seen', () => {
  const tickets = [
    ticket('closed', message('01', 'customer'), message('04', 'operator')),
    ticket('answered', message('02', 'operator'), message('03', 'customer'), message('05', 'operator')),
  ];
  expect(newReplies(tickets, null)).toBe(3);
  expect(newReplies(tickets, '02')).toBe(2);
  expect(newReplies(tickets, latestReply(tickets))).toBe(0);
  expect(latestReply([])).toBeNull();
});

it('polls often while the window is open, rarely while a reply is pending, and otherwise not', () => {
  expect(pollIntervalOf([], true)).toBe(3_000);
  expect(pollIntervalOf([ticket('open')], false)).toBe(20_000);
  expect(pollIntervalOf([ticket('closed')], false)).toBe(false);
  expect(pollIntervalOf(undefined, false)).toBe(false);
});

it('stores messages by account, and ignores invalid stored data', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const messages: OutboxMessage[] = [{ key: 'a'.repeat(32), text: 'Hello' }];
  writeOutbox(storage, 'ada', messages);
  expect(readOutbox(storage, 'ada')).toEqual(messages);
  expect(readOutbox(storage, 'grace')).toEqual([]);
  writeOutbox(storage, 'ada', []);
  expect(stored.size).toBe(0);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      stored.set('comet:unsent:ada', text);
      return readOutbox(storage, 'ada').every((kept) => typeof kept.text === 'string');
    }),
  );
});

it('accepts three files of four megabytes together', () => {
  expect(fit([{ size: 2_000_000 }, { size: 2_000_000 }])).toBe(true);
  expect(fit([{ size: 4_000_001 }])).toBe(false);
  expect(fit([{ size: 1 }, { size: 1 }, { size: 1 }, { size: 1 }])).toBe(false);
});

it('accepts pictures, PDF and text only', () => {
  const accepted = (name: string, type = '') => isAccepted({ name, type });
  expect([accepted('a.png', 'image/png'), accepted('b.LOG'), accepted('c', 'text/plain')]).not.toContain(
    false,
  );
  expect([
    accepted('a.gif', 'image/gif'),
    accepted('b.zip', 'application/zip'),
    accepted('log'),
  ]).not.toContain(true);
});
