import { failureTexts, supportTexts } from '@comet/texts';
import { ApiError } from '@comet/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';
import { inBase64 } from './chosen-files.ts';
import { ticketsQuery } from './tickets.ts';

/** An unsent message. Its idempotency key makes it arrive once, however often it is sent. */
export interface OutboxMessage {
  readonly key: string;
  readonly text: string;
}

/** Maximum number of stored messages, and of characters in each. */
const maxMessages = 20;

const maxLength = 5000;

const nameOf = (userId: string) => `comet:unsent:${userId}`;

/** Unsent messages of an account in this browser's storage; invalid data is dropped. */
export function readOutbox(storage: Pick<Storage, 'getItem'>, userId: string): readonly OutboxMessage[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(nameOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isStored).slice(0, maxMessages) : [];
  } catch {
    return [];
  }
}

export function writeOutbox(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  userId: string,
  messages: readonly OutboxMessage[],
): void {
  if (messages.length === 0) storage.removeItem(nameOf(userId));
  else storage.setItem(nameOf(userId), JSON.stringify(messages.slice(0, maxMessages)));
}

function isStored(value: unknown): value is OutboxMessage {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('text' in value)) return false;
  const { key, text } = value;
  return (
    typeof key === 'string' &&
    /^[0-9a-f]{32}$/.test(key) &&
    typeof text === 'string' &&
    text.length <= maxLength
  );
}

/** A message that is being sent. */
export interface Unsent {
  readonly key: string;
  readonly text: string;
  readonly files: readonly File[];
  readonly state: 'sending' | 'waiting' | 'failed';
}

const tryAgainMs = 10_000;

/**
 * Messages that the server has not accepted yet. Without a network a message waits, is stored in this browser (its files only while the
 * page is open), and is sent in order when there is one again. A refused one stays until the user sends it again or discards it.
 */
export function useOutbox(userId: string) {
  const queryClient = useQueryClient();
  const [unsent, setUnsent] = useState<readonly Unsent[]>(() =>
    readOutbox(localStorage, userId).map((kept) => ({ ...kept, files: [], state: 'waiting' })),
  );
  const running = useRef(false);
  const latest = useRef(unsent);
  const change = useCallback(
    (next: readonly Unsent[]) => {
      latest.current = next;
      setUnsent(next);
      writeOutbox(
        localStorage,
        userId,
        next
          .filter(({ files, state }) => files.length === 0 && state !== 'failed')
          .map(({ key, text }) => ({ key, text })),
      );
    },
    [userId],
  );
  const mark = useCallback(
    (key: string, state: Unsent['state']) =>
      change(latest.current.map((one) => (one.key === key ? { ...one, state } : one))),
    [change],
  );
  const sendAll = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    try {
      for (;;) {
        const next = latest.current.find(({ state }) => state !== 'failed');
        if (next === undefined) return;
        mark(next.key, 'sending');
        const outcome = await sendOne(next);
        if (outcome !== 'sent') mark(next.key, outcome);
        if (outcome === 'waiting') return;
        if (outcome === 'failed') continue;
        await queryClient.invalidateQueries(ticketsQuery);
        change(latest.current.filter(({ key }) => key !== next.key));
      }
    } finally {
      running.current = false;
    }
  }, [change, mark, queryClient]);
  useEffect(() => {
    const again = () => void sendAll();
    again();
    addEventListener('online', again);
    const timer = setInterval(again, tryAgainMs);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [sendAll]);
  return {
    unsent,
    send(text: string, files: readonly File[]) {
      change([...latest.current, { key: newIdempotencyKey(), text, files, state: 'sending' }]);
      void sendAll();
    },
    tryAgain(key: string) {
      mark(key, 'waiting');
      void sendAll();
    },
    discard: (key: string) => change(latest.current.filter((one) => one.key !== key)),
  };
}

/** State of an unsent message, as text. */
export function statusText({ state, files }: Unsent): string {
  if (state === 'failed') return failureTexts.messageNotSent;
  if (state === 'sending') return supportTexts.sending;
  return files.length === 0 ? supportTexts.waiting : supportTexts.waitingWithFiles;
}

async function sendOne({ key, text, files }: Unsent): Promise<'sent' | 'waiting' | 'failed'> {
  try {
    const attachments = await Promise.all(
      files.map(async (file) => ({ name: file.name.slice(0, 120), content: await inBase64(file) })),
    );
    await call(api.sendSupportMessage, { body: { text, attachments }, idempotencyKey: key });
    return 'sent';
  } catch (error) {
    if (error instanceof ApiError) return error.status === 503 ? 'waiting' : 'failed';
    return error instanceof Error && error.name === 'NetworkError' ? 'waiting' : 'failed';
  }
}
