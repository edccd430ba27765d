import type { FastifyInstance } from 'fastify';
import { type Coingate, coingateBooks } from '../coingate/index.ts';
import { type Paddle, paddleBooks } from '../paddle/index.ts';

interface Moved {
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly charged_back: number;
}

/** `GET /control/books`: the actual payments and refunds with their totals, for comparison with the shop's ledger. */
export function booksRoutes(app: FastifyInstance, paddle: Paddle, coingate: Coingate | null): void {
  app.get('/control/books', () => {
    const entries = {
      paddle: paddleBooks(paddle.context.state),
      coingate: coingate === null ? [] : coingateBooks(coingate.context.state),
    };
    return { ...entries, totals: { paddle: totals(entries.paddle), coingate: totals(entries.coingate) } };
  });
}

/** Returns the totals by currency. */
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
