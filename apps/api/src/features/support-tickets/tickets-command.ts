import { type CommandDeps, noteAction, readWords, table, type Words } from '../operator/index.ts';

type Deps = Pick<CommandDeps, 'db' | 'clock' | 'operator'>;

/** `tickets list|close`: what waits for a person, in a table, or a sentence about what was done. */
export async function ticketsCommand(deps: Deps, [verb, ...words]: Words): Promise<string> {
  switch (verb) {
    case 'list':
      return listTickets(deps, words);
    case 'close':
      return closeTicket(deps, words);
    default:
      throw new Error('Say tickets list, or tickets close ID');
  }
}

async function listTickets({ db }: Deps, words: Words): Promise<string> {
  readWords(words, { positions: [], options: [] });
  const open = await db
    .selectFrom('supportTickets')
    .leftJoin('users', 'users.id', 'supportTickets.userId')
    .select(['supportTickets.id', 'openedAt', 'email', 'subject'])
    .where('closedAt', 'is', null)
    .orderBy('openedAt')
    .execute();
  if (open.length === 0) return 'No ticket is open.';
  return table(
    ['id', 'opened', 'customer', 'subject'],
    open.map(({ id, openedAt, email, subject }) => [id, openedAt.toISOString(), email ?? '', subject]),
  );
}

async function closeTicket({ db, clock, operator }: Deps, words: Words): Promise<string> {
  const [id = ''] = readWords(words, { positions: ['ID'], options: [] }).named;
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new Error(`Not the id of a ticket: ${id}`);
  const now = clock.now();
  const closed = await db.transaction().execute(async (trx) => {
    const ticket = await trx
      .updateTable('supportTickets')
      .set({ state: 'closed', changedAt: now, closedAt: now })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .returning(['subject', 'userId'])
      .executeTakeFirst();
    if (ticket === undefined) throw new Error(`No open ticket has the id ${id}`);
    const { userId, subject } = ticket;
    const about = userId === null ? {} : { userId };
    await noteAction(trx, { operator, action: 'close_ticket', ...about, details: { ticket: id }, now });
    return subject;
  });
  return `Closed: ${closed}`;
}
