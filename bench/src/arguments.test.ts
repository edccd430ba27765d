import { expect, test } from 'vitest';
import { parseBenchArguments } from './arguments.ts';

const all = ['connect', 'api', 'site'];
const fleet = { gateways: 1_000, sharedGrants: 45_000, ownGrants: 5_000 };
const parse = (...args: string[]) => parseBenchArguments(args, all);

test('selects all benches without a name, and the named ones in their fixed order', () => {
  expect(parse()).toEqual({
    ok: true,
    value: {
      ...{ names: all, smoke: false, out: null, minutes: null, sizes: [1_000, 1_000_000], fleet },
      visits: null,
    },
  });
  expect(parse('site', 'connect', '--out', 'results')).toEqual({
    ok: true,
    value: {
      names: ['connect', 'site'],
      smoke: false,
      out: 'results',
      minutes: null,
      sizes: [1_000, 1_000_000],
      fleet,
      visits: null,
    },
  });
});

test('reads the visits of the classifier, and rejects fewer than it has folds', () => {
  expect(parse('--visits', '7,10')).toMatchObject({ value: { visits: [7, 10] } });
  for (const wrong of ['7', '4,10', '7,0', '7,10,1', 'seven,10'])
    expect(parse('--visits', wrong)).toEqual({
      ok: false,
      error: '--visits needs two whole numbers, visits of each page (at least 5) and tunnels, as 25,15.',
    });
});

test('reads --smoke with and without names', () => {
  expect(parse('--smoke')).toMatchObject({ value: { names: all, smoke: true } });
  expect(parse('api', '--smoke')).toMatchObject({ value: { names: ['api'], smoke: true } });
});

test('lists all benches if one is unknown', () => {
  expect(parse('api', 'apis')).toEqual({
    ok: false,
    error: 'There is no bench called apis. There are: connect, api, site.',
  });
});

test('rejects an unknown option, --out without a folder, and --out with --smoke', () => {
  expect(parse('--quick')).toMatchObject({ ok: false, error: expect.stringContaining("'--quick'") });
  expect(parse('--out')).toMatchObject({ ok: false, error: expect.stringContaining("'--out <value>'") });
  expect(parse('--smoke', '--out', 'results')).toEqual({
    ok: false,
    error: '--smoke writes no results: omit --out.',
  });
});

test('the name of a group selects its members', () => {
  const grouped = ['api', 'faults:leader', 'faults:disk'];
  const names = (...args: string[]) => parseBenchArguments(args, grouped);
  expect(names('faults')).toMatchObject({ value: { names: ['faults:leader', 'faults:disk'] } });
  expect(names('faults:disk')).toMatchObject({ value: { names: ['faults:disk'] } });
  expect(names('faults:none')).toMatchObject({ ok: false });
});

test('reads the length of the soak, and rejects anything but whole minutes', () => {
  expect(parse('--minutes', '60')).toMatchObject({ value: { minutes: 60 } });
  for (const wrong of ['0', '1.5', 'an hour', '1441'])
    expect(parse('--minutes', wrong)).toEqual({
      ok: false,
      error: '--minutes needs a whole number from 1 to 1440.',
    });
});

test('reads the sizes of the databases, and rejects anything but two', () => {
  expect(parse('--accounts', '1000,20000')).toMatchObject({ value: { sizes: [1_000, 20_000] } });
  for (const wrong of ['1000', '1000,20', '1000,many', '1000,2000,3000'])
    expect(parse('--accounts', wrong)).toEqual({
      ok: false,
      error: '--accounts needs two whole numbers of at least 1000, as 1000,1000000.',
    });
});

test('reads the number of simulated gateways and their grants', () => {
  const given = { gateways: 50, sharedGrants: 1_500, ownGrants: 500 };
  expect(parse('--gateways', '50', '--grants', '1500,500')).toMatchObject({ value: { fleet: given } });
  for (const args of [
    ['--gateways', '0'],
    ['--gateways', '10001'],
    ['--grants', '5'],
    ['--grants', '1,x'],
  ])
    expect(parse(...args)).toMatchObject({ ok: false, error: expect.stringContaining('--gateways') });
});
