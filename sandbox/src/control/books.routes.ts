import type { FastifyInstance } from 'fastify';
import { type Coingate, coingateBooks } from '../coingate/index.ts';
import { type Paddle, paddleBooks } from '../paddle/index.ts';

interface Moved {
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly charged_back: number;
}

/** `GET /control/books`: what really moved, entry by entry and in sum, for the shop's ledger to be compared with. */
export function booksRoutes(app: FastifyInstance, paddle: Paddle, coingate: Coingate | null): void {
  app.get('/control/books', () => {
    const entries = {
      paddle: paddleBooks(paddle.context.state),
      coingate: coingate === null ? [] : coingateBooks(coingate.context.state),
    };
    return { ...entries, totals: { paddle: totals(entries.paddle), coingate: totals(entries.coingate) } };
  });
}

/** Sums by currency. */
function totals(entries: readonly Moved[]): Record<string, Omit<Moved, 'currency'>> {
  const sums: Record<string, { captured: number; refunded: number; charged_back: number }> = {};
  for (const { currency, captured, refunded, charged_back } of entries) {
    const sum = (sums[currency] ??= { captured: 0, refunded: 0, charged_back: 0 });
    sum.captured += captured;
    sum.refunded += refunded;
    sum.charged_back += charged_back;
  }
  return sums;
}
