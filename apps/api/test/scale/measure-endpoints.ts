import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { type ApiUnderTest, makeUser, type TestUser } from '../fixture/api-fixture.ts';
import { endpoints, example, type Name, post } from '../asvs/every-endpoint.ts';
import { makeSubject, type Subject } from '../operator/refusal-subject.ts';
import { deliverAndProcess, openOrder } from '../payments/paid-user.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';
import type { Meter, OperationFigures } from '@comet/testing/meter';

/** They end the caller's session or its objects, so they come last, each with a new session. */
const last: readonly Name[] = [
  'withdrawExit',
  'removeDevice',
  'removeProxyUser',
  'removeWireguardConfig',
  'removePasskey',
  'removeIdentity',
  'logOut',
  'revokeSession',
  'revokeOtherSessions',
  'revokeAllSessions',
  'deleteAccount',
];

/**
 * Measures every endpoint of the contract with a request that it accepts, by each of `turns` customers, and the journeys that cross
 * endpoints. Another customer sends each request first, unmeasured.
 */
export async function* measureEndpoints(
  under: ApiUnderTest,
  meter: Meter,
  turns: number,
): AsyncGenerator<OperationFigures> {
  const numbers = Array.from({ length: turns }, (_, turn) => turn);
  const subjects: Subject[] = [];
  for (let made = 0; made <= turns; made += 1) subjects.push(await makeSubject(under));
  const subjectOf = (turn: number): Subject => {
    const subject = subjects[turn + 1];
    if (subject === undefined) throw new Error('There is no further customer');
    return subject;
  };
  yield* measureJourneys(under, meter, numbers);
  const order = endpoints.toSorted(([one], [other]) => last.indexOf(one) - last.indexOf(other));
  for (const [name, endpoint] of order) {
    const owners = new Map<number, TestUser>();
    if (last.includes(name) && endpoint.caller === 'user')
      for (const turn of [-1, ...numbers]) owners.set(turn, await signInAgain(under, subjectOf(turn).owner));
    const call = async (turn: number): Promise<string> => {
      const subject = subjectOf(turn);
      const request = example(subject, name, owners.get(turn));
      return String((await post(under, request)).status);
    };
    await call(-1);
    yield await meter.measure('endpoint', `${endpoint.method} ${endpoint.path}`, call, numbers);
  }
}

async function signInAgain(under: ApiUnderTest, user: TestUser): Promise<TestUser> {
  const deviceId = randomUUID();
  const { email, password } = user;
  const { json } = await under.call(api.logIn, { body: { email, password } }, { deviceId });
  return { ...user, deviceId, token: (json as { access_token: string }).access_token };
}

async function* measureJourneys(
  under: ApiUnderTest,
  meter: Meter,
  numbers: readonly number[],
): AsyncGenerator<OperationFigures> {
  const users: TestUser[] = [];
  const signUp = async (): Promise<string> => {
    users.push(await makeUser(under, { email: `newcomer-${randomUUID()}@example.net` }));
    return 'signed up';
  };
  await signUp();
  yield await meter.measure('journey', 'sign up and confirm the address', signUp, numbers);
  const userOf = (turn: number): TestUser => {
    const user = users[turn + 1];
    if (user === undefined) throw new Error('There is no further account');
    return user;
  };
  const logIn = async (turn: number): Promise<string> => {
    const { email, password } = userOf(turn);
    const { status } = await under.call(api.logIn, { body: { email, password } }, { deviceId: randomUUID() });
    return String(status);
  };
  await logIn(-1);
  yield await meter.measure('journey', 'sign in from a new device', logIn, numbers);
  const buy = async (turn: number): Promise<string> => {
    const user = userOf(turn);
    const { orderId, transactionId } = await openOrder(under, user);
    const at = under.clock.now();
    const period = { from: at, until: new Date(at.getTime() + 365 * 24 * 3600 * 1000) };
    const subscriptionId = `sub_${orderId}`;
    await deliverAndProcess(under, transactionCompleted({ transactionId, subscriptionId, at, period }));
    const shown = await under.call(api.showSubscription, {}, user);
    return String(shown.status);
  };
  await buy(-1);
  yield await meter.measure('journey', 'a purchase from order to access', buy, numbers);
}
