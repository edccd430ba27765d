import type { Result } from '@comet/foundation';
import type { Adjustment, Paddle, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

/** What Paddle has recorded since a time, for a database that was restored to that time. */
export interface PaddleHistory {
  /** The completed transactions that changed since, the oldest first, each with its customer. */
  transactions(since: Date): Promise<Result<readonly Transaction[], PaddleFailure>>;
  subscriptions(since: Date): Promise<Result<readonly Subscription[], PaddleFailure>>;
  adjustments(since: Date): Promise<Result<readonly Adjustment[], PaddleFailure>>;
}

/** Paddle's largest page. */
const perPage = 200;

/**
 * https://developer.paddle.com/api-reference/about/pagination. Only transactions have a filter by time: subscriptions and adjustments are
 * listed completely, 200 per request, because a change leaves their place in the list unchanged.
 */
export function createPaddleHistory(paddle: Paddle): PaddleHistory {
  return {
    transactions: async (since) => {
      const changed = await allPages(
        paddle.transactions.list({
          ...{ status: ['completed'], include: ['customer'], orderBy: 'id[ASC]', perPage },
          'updatedAt[GTE]': since.toISOString(),
        }),
      );
      return changed.ok ? { ok: true, value: changed.value.toSorted(byCreation) } : changed;
    },
    subscriptions: (since) => changedSince(paddle.subscriptions.list({ orderBy: 'id[ASC]', perPage }), since),
    adjustments: (since) => changedSince(paddle.adjustments.list({ orderBy: 'id[ASC]', perPage }), since),
  };
}

function byCreation(one: Transaction, other: Transaction): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt);
}

interface Pages<T> {
  readonly hasMore: boolean;
  next(): Promise<T[]>;
}

async function changedSince<T extends { readonly updatedAt: string }>(
  pages: Pages<T>,
  since: Date,
): Promise<Result<readonly T[], PaddleFailure>> {
  const all = await allPages(pages);
  if (!all.ok) return all;
  return { ok: true, value: all.value.filter(({ updatedAt }) => Date.parse(updatedAt) >= since.getTime()) };
}

/** Follows the pages to the end; each request has its own timeout. */
async function allPages<T>(pages: Pages<T>): Promise<Result<readonly T[], PaddleFailure>> {
  const all: T[] = [];
  do {
    const page = await callPaddle(() => pages.next());
    if (!page.ok) return page;
    all.push(...page.value);
  } while (pages.hasMore);
  return { ok: true, value: all };
}
