import { api } from '@comet/contract';
import type { Reply } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { operatorConsoleSettings, useOperatorConsole } from '../operator/operator-console-fixture.ts';

const supportMail = 'desk@comet.example';
let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi({ ...operatorConsoleSettings, SUPPORT_MAIL: supportMail });
});
// Each test has its own hour of the limits.
beforeEach(() => under.clock.advance(3600 * 1000));
afterAll(() => under.stop());
const { get, enrolled, signedIn } = useOperatorConsole(() => under);

const log = { name: 'comet.log', content: Buffer.from('a log').toString('base64') };
const from = (source: string) => ({ 'x-forwarded-for': source });
const write = (user: TestUser, attachments: (typeof log)[] = [], source = '192.0.2.1') =>
  under.call(
    api.sendSupportMessage,
    { body: { text: 'It does not connect.', attachments } },
    user,
    from(source),
  );
const askSales = (user: TestUser, source = '192.0.2.1') => {
  const body = { name: 'Ada', company: '', seats: 20, message: 'An offer, please.' };
  return under.call(api.contactSales, { body }, user, from(source));
};
const outcome = ({ status, json }: Reply) =>
  status < 300 ? 'sent' : (json as { error: { code: string } }).error.code;

test('only an account with a confirmed address sends files', async () => {
  const [stranger, user] = [await makeUser(under, { verified: false }), await makeUser(under)];
  expect(outcome(await write(stranger, [log]))).toBe('email_unverified');
  expect(under.jobs.emailsTo(supportMail)).toEqual([]);
  expect(outcome(await write(stranger))).toBe('sent');
  expect(outcome(await write(user, [log]))).toBe('sent');
});

test('the operator sees in the email and in the console that the address is unconfirmed', async () => {
  const [stranger, user] = [await makeUser(under, { verified: false }), await makeUser(under)];
  await write(stranger);
  await write(user);
  const senders = under.jobs.emailsTo(supportMail).map(({ facts = [] }) => facts[0]?.value);
  expect(senders.slice(-2)).toEqual([`${stranger.email} (email not confirmed)`, user.email]);
  const { cookie } = await signedIn('grace', await enrolled('grace'));
  const isMarked = async ({ id }: TestUser) => {
    const ticket = await under.dependencies.db
      .selectFrom('supportTickets')
      .select('id')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow();
    return (await get(`/ops/tickets/${ticket.id}`, cookie)).body.includes('Email not confirmed');
  };
  expect([await isMarked(stranger), await isMarked(user)]).toEqual([true, false]);
});

test('accounts with unconfirmed addresses send 20 messages an hour from one network, and 120 in total', async () => {
  const user = await makeUser(under);
  const outcomes: string[] = [];
  for (let network = 0; network < 7; network += 1) {
    for (let index = 0; index < 3; index += 1) {
      const stranger = await makeUser(under, { verified: false });
      const source = `198.51.${network}.${index}`;
      for (let message = 0; message < 7; message += 1)
        outcomes.push(
          outcome(await (message === 6 ? askSales(stranger, source) : write(stranger, [], source))),
        );
    }
  }
  const ofNetwork = (network: number) =>
    outcomes.slice(network * 21, (network + 1) * 21).filter((one) => one === 'sent').length;
  expect(Array.from({ length: 7 }, (_, network) => ofNetwork(network))).toEqual([20, 20, 20, 20, 20, 20, 0]);
  expect(new Set(outcomes)).toEqual(new Set(['sent', 'email_unverified']));
  expect([
    outcome(await write(user, [log], '198.51.0.1')),
    outcome(await askSales(user, '198.51.0.1')),
  ]).toEqual(['sent', 'sent']);
});
