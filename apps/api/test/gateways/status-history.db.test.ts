import { api } from '@comet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { incidentsCommand, measureStatus, sweepStatusHistory } from '../../src/features/status/index.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

const minuteMs = 60_000;

let under: ApiUnderTest;
beforeEach(async () => {
  under = await startApi();
  under.clock.advance(minuteMs - (under.clock.now().getTime() % minuteMs));
});
afterEach(() => under.stop());

interface History {
  readonly first_day: string;
  readonly last_day: string;
  readonly subjects: readonly { readonly subject: string; readonly days: readonly Day[] }[];
  readonly incidents: readonly {
    readonly id: string;
    readonly subject: string | null;
    readonly title: string | null;
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly updates: readonly { readonly text: string }[];
  }[];
}

interface Day {
  readonly day: string;
  readonly working: number;
  readonly degraded: number;
  readonly down: number;
}

const history = async () => (await under.call(api.showStatusHistory, {})).json as History;
const totals = async (subject: string) => {
  const days = (await history()).subjects.find((one) => one.subject === subject)?.days ?? [];
  const sum = (state: 'working' | 'degraded' | 'down') => days.reduce((all, day) => all + day[state], 0);
  return { working: sum('working'), degraded: sum('degraded'), down: sum('down') };
};
const measure = () => measureStatus(under.dependencies);
const ops = (...words: string[]) => incidentsCommand({ ...under.dependencies, operator: 'grace' }, words);

/** Measures this many minutes; the gateway reports before each if there is one. */
async function pass(minutes: number, report: () => Promise<unknown> = () => Promise.resolve()) {
  for (let minute = 0; minute < minutes; minute += 1) {
    under.clock.advance(minuteMs);
    await report();
    await measure();
  }
}

const reporting = (gateway: Awaited<ReturnType<typeof makeGateway>>) => () =>
  under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 5 } }, gateway);

test('counts a minute once, however many processes measure it at the same time', async () => {
  await measure();
  under.clock.advance(minuteMs);
  await Promise.all(Array.from({ length: 8 }, measure));
  expect(await totals('accounts')).toEqual({ working: 2, degraded: 0, down: 0 });
});

test('counts no gateways in the first minute after a pause, since they could not report', async () => {
  const gateway = await makeGateway(under);
  await measure();
  expect(await totals('nl-ams')).toEqual({ working: 0, degraded: 0, down: 0 });
  await pass(2, reporting(gateway));
  expect(await totals('nl-ams')).toEqual({ working: 2, degraded: 0, down: 0 });
  under.clock.advance(60 * minuteMs);
  await measure();
  expect(await totals('nl-ams')).toEqual({ working: 2, degraded: 0, down: 0 });
  expect(await totals('accounts')).toEqual({ working: 4, degraded: 0, down: 0 });
});

test('measures nothing that is not in service', async () => {
  await measure();
  await pass(8);
  const { subjects, incidents } = await history();
  expect(subjects.map(({ subject }) => subject)).toEqual(['accounts']);
  expect(incidents).toEqual([]);
});

test('an outage of five minutes is an incident that ends with the first report; a shorter one is none', async () => {
  const gateway = await makeGateway(under);
  await measure();
  await pass(1, reporting(gateway));
  await pass(4);
  await pass(1, reporting(gateway));
  expect((await history()).incidents).toEqual([]);
  await pass(8);
  const [open] = (await history()).incidents.filter(({ subject }) => subject === 'nl-ams');
  expect(open).toMatchObject({ title: null, ended_at: null });
  await pass(1, reporting(gateway));
  const [ended] = (await history()).incidents.filter(({ subject }) => subject === 'nl-ams');
  expect(ended).toMatchObject({ id: open?.id, ended_at: under.clock.now().toISOString() });
  expect((await totals('nl-ams')).down).toBeGreaterThan(5);
});

test('an outage that the API did not see the end of ends where it was last seen', async () => {
  await makeGateway(under);
  await measure();
  await pass(10);
  const lastSeen = under.clock.now().getTime();
  under.clock.advance(300 * minuteMs);
  await measure();
  const [outage] = (await history()).incidents.filter(({ subject }) => subject === 'nl-ams');
  expect(outage?.ended_at).toBe(new Date(lastSeen + minuteMs).toISOString());
  await Promise.all([pass(1), measure()]);
  const open = (await history()).incidents.filter((one) => one.subject === 'nl-ams' && one.ended_at === null);
  expect(open.length).toBeLessThanOrEqual(1);
});

test('an outage ends when its gateway is retired', async () => {
  const gateway = await makeGateway(under);
  await measure();
  await pass(8);
  const of = async () => (await history()).incidents.filter(({ subject }) => subject === 'nl-ams');
  expect(await of()).toMatchObject([{ ended_at: null }]);
  await under.dependencies.db
    .updateTable('gateways')
    .set({ retiredAt: under.clock.now() })
    .where('id', '=', gateway.id)
    .execute();
  await pass(1);
  expect(await of()).toMatchObject([{ ended_at: under.clock.now().toISOString() }]);
});

test('keeps ninety days', async () => {
  await measure();
  const { first_day: first, last_day: last } = await history();
  expect((Date.parse(last) - Date.parse(first)) / (24 * 60 * minuteMs)).toBe(89);
  under.clock.advance(90 * 24 * 60 * minuteMs);
  await measure();
  await sweepStatusHistory(under.dependencies);
  const rows = await under.dependencies.db.selectFrom('statusDays').select('measuredAt').execute();
  expect(rows).toEqual([{ measuredAt: under.clock.now() }]);
});

test('an operator publishes, updates and closes an incident; the feed has it', async () => {
  const output = await ops('open', 'Card payments <fail>', '--about', 'accounts', '--text', 'We’re on it.');
  const id = /as (\S+)\.$/.exec(output)?.[1] ?? '';
  under.clock.advance(10 * minuteMs);
  expect(await ops('update', id, 'Paddle is back.')).toBe('Update published.');
  expect(await ops('close', id, '--text', 'All payments work.')).toBe('Incident closed.');
  const [incident] = (await history()).incidents;
  expect(incident).toMatchObject({ id, subject: 'accounts', title: 'Card payments <fail>' });
  expect(incident?.updates.map(({ text }) => text)).toEqual([
    'We’re on it.',
    'Paddle is back.',
    'All payments work.',
  ]);
  const { text, headers } = await under.call(api.statusFeed, {});
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(text).toContain('<title>Card payments &lt;fail&gt;</title>');
  expect(text).toContain('10 minutes');
  expect(await ops('list')).toContain('Card payments <fail>');
  const actions = await under.dependencies.db.selectFrom('operatorActions').select('action').execute();
  expect(actions.map(({ action }) => action)).toEqual(['open_incident', 'update_incident', 'close_incident']);
});

test.each([
  [['open', ''], 'A title must be one line'],
  [['open', 'Title', '--about', 'nl-xxx'], '--about must be'],
  [['open', 'Title', '--since', '2999-01-01'], 'can’t start in the future'],
  [['update', 'nonsense', 'Text'], 'Not an incident ID'],
  [['close', '0196c3a0-0000-7000-8000-000000000001'], 'There is no incident'],
  [['drop'], 'Use incidents list'],
] as const)('%j is refused', async (words, sentence) => {
  await expect(ops(...words)).rejects.toThrow(sentence);
  expect((await history()).incidents).toEqual([]);
});

test('a measured outage is not closed by hand, and a closed incident not twice', async () => {
  await makeGateway(under);
  await measure();
  await pass(9);
  const [outage] = (await history()).incidents;
  await expect(ops('close', outage?.id ?? '')).rejects.toThrow('ends by itself');
  const id = /as (\S+)\.$/.exec(await ops('open', 'Maintenance'))?.[1] ?? '';
  await ops('close', id);
  await expect(ops('close', id)).rejects.toThrow(`${id} ended at`);
});
