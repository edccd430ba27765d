import { describe, expect, it } from 'vitest';
import { canExtend, endsSoon, exportable, type DedicatedIp, locationText } from './dedicated-ip.ts';

const own: DedicatedIp = {
  id: '6f5c1b62-8f0e-4a3e-9d43-0c6d7f6a6b11',
  type: 'dedicated',
  country: 'jp',
  state: 'active',
  address: '203.0.113.47',
  activeUntil: '2027-05-02T12:00:00Z',
  location: { code: 'jp-tyo', country: 'JP', city: 'Tokyo' },
  proxy: { host: 'proxy.test', httpPort: 8080, socksPort: 1080, username: 'ab12cd', password: 'secret' },
  online: true,
  stopped: false,
  note: 'shop',
  canSwap: true,
};

describe('a dedicated IP', () => {
  it('has a location', () => {
    expect(locationText(own)).toBe('Tokyo, Japan');
    expect(locationText({ ...own, location: null })).toBe('Japan');
  });

  it.each([
    ['2027-04-24T12:00:00Z', null],
    ['2027-04-25T12:00:00Z', 7],
    ['2027-05-02T11:00:00Z', 1],
  ])('shows its end in the last week: at %s, %j days', (now, days) => {
    expect(endsSoon(own, new Date(now))).toBe(days);
    expect(endsSoon({ ...own, state: 'expired' }, new Date(now))).toBeNull();
  });

  const prices = [{ type: 'dedicated' }] as const;

  it.each([
    ['2027-05-02T12:00:00Z', true],
    ['2027-06-01T11:59:59Z', true],
    ['2027-06-01T12:00:00Z', false],
  ])(
    'can be extended while its type is on sale, after its end while it is reserved: at %s, %j',
    (now, canBe) => {
      expect(canExtend({ ...own, state: 'expired' }, prices, new Date(now))).toBe(canBe);
      expect(canExtend({ ...own, state: 'refunded' }, prices, new Date(now))).toBe(false);
      expect(canExtend({ ...own, state: 'provisioning', activeUntil: null }, prices, new Date(now))).toBe(
        false,
      );
      expect(canExtend(own, prices, new Date('2027-05-01T00:00:00Z'))).toBe(true);
      expect(canExtend(own, [{ type: 'dedicated_residential' }], new Date('2027-05-01T00:00:00Z'))).toBe(
        false,
      );
    },
  );

  it('is exported while it is active and in service as a proxy', () => {
    const over = { ...own, state: 'expired' } as const;
    expect(exportable([own, over, { ...own, proxy: null }, { ...own, address: null }])).toEqual([
      {
        address: '203.0.113.47',
        type: 'dedicated',
        country: 'jp',
        city: 'Tokyo',
        host: 'proxy.test',
        httpPort: 8080,
        socksPort: 1080,
        username: 'ab12cd',
        password: 'secret',
        activeUntil: '2027-05-02T12:00:00Z',
        note: 'shop',
      },
    ]);
  });
});
