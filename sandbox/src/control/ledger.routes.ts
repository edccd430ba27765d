import type { FastifyInstance } from 'fastify';
import { type Coingate, coingateLedger } from '../coingate/index.ts';
import { type Paddle, paddleLedger } from '../paddle/index.ts';

interface Moved {
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly charged_back: number;
}

/** `GET /control/ledger`: the actual payments and refunds with their totals, for comparison with the shop's ledger. */
export function ledgerRoutes(app: FastifyInstance, paddle: Paddle, coingate: Coingate | null): void {
  app.get('/control/ledger', () => {
    const entries = {
      paddle: paddleLedger(paddle.context.state),
      coingate: coingate === null ? [] : coingateLedger(coingate.context.state),
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
