import {
  type CommandDeps,
  dollars,
  recordOperatorAction,
  readIf,
  readMoney,
  readArguments,
  readYesNo,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { publishPrice } from './seed-prices.ts';

/** Runs `prices list` and `prices set ID --price 1.00 --on-sale yes` and returns the outcome as a sentence or a table. */
export async function pricesCommand(deps: CommandDeps, [verb, ...args]: CommandArguments): Promise<string> {
  switch (verb) {
    case 'list':
      return listPrices(deps, args);
    case 'set':
      return setPrice(deps, args);
    default:
      throw new Error('Use prices list, or prices set ID --price 1.00');
  }
}

async function listPrices({ db }: CommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const prices = await db.selectFrom('prices').selectAll().orderBy('kind').orderBy('months').execute();
  return table(
    ['id', 'price', 'for', 'on-sale'],
    prices.map(({ id, amount, months, onSale }) => [
      id,
      dollars(amount),
      months === null ? '1 GB' : months === 1 ? '1 month' : `${months} months`,
      onSale ? 'yes' : 'no',
    ]),
  );
}

/** Changes a price for new orders, at Paddle first; existing orders keep theirs. */
async function setPrice(deps: CommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['ID'], options: ['price', 'on-sale'] });
  const [id = ''] = named;
  const before = await deps.db.selectFrom('prices').selectAll().where('id', '=', id).executeTakeFirst();
  if (before === undefined) throw new Error(`There is no price ${id}`);
  const amount = readIf(options.price, readMoney);
  const onSale = readIf(options['on-sale'], readYesNo);
  if (amount === undefined && onSale === undefined)
    throw new Error('Specify what to change: --price --on-sale');
  const { paddleProductId: productId } = before;
  const isRepriced = amount !== undefined && amount !== before.amount;
  const paddlePriceId =
    isRepriced && productId !== null
      ? await publishPrice(deps.catalogue, { ...before, amount, productId })
      : before.paddlePriceId;
  const changes = {
    ...(amount === undefined ? {} : { amount }),
    ...(onSale === undefined ? {} : { onSale }),
  };
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('prices')
      .set({ ...changes, paddlePriceId })
      .where('id', '=', id)
      .execute();
    const now = deps.clock.now();
    await recordOperatorAction(trx, { ...deps, action: 'set_price', details: { id, ...changes }, now });
  });
  return `Price ${id} is ${dollars(amount ?? before.amount)} for new orders. Existing orders don’t change.`;
}
