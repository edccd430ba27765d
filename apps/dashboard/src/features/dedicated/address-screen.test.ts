import { expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/data/api.ts';
import { swapAddress } from './address-screen.tsx';

const [before, after] = [{ address: '203.0.113.47' }, { address: '203.0.113.48' }];
const tooSoon = new ApiError(409, { code: 'swap_too_soon', message: 'words', rules: [] }, null);
const refused = () => Promise.reject(tooSoon);

it('shows the new address without another read', async () => {
  const look = vi.fn<() => Promise<{ address: string | null }>>(async () => before);
  const swapped = await swapAddress(before.address, { swap: async () => after, look });
  expect([swapped, look.mock.calls]).toEqual([{ shown: after, already: false }, []]);
});

it('returns the address that another window has obtained instead of an error', async () => {
  expect(await swapAddress(before.address, { swap: refused, look: async () => after })).toEqual({
    shown: after,
    already: true,
  });
});

it('shows a refusal and the current state where the address is unchanged, ended or unreadable', async () => {
  for (const present of [before, { address: null }]) {
    const look = vi.fn<() => Promise<{ address: string | null }>>(async () => present);
    await expect(swapAddress(before.address, { swap: refused, look })).rejects.toBe(tooSoon);
    expect(look).toHaveBeenCalledOnce();
  }
  const unreachable = () => Promise.reject(new Error('down'));
  await expect(swapAddress(before.address, { swap: refused, look: unreachable })).rejects.toBe(tooSoon);
});

it('reads nothing after an error that is not a refusal', async () => {
  const look = vi.fn<() => Promise<{ address: string | null }>>(async () => after);
  await expect(
    swapAddress(before.address, { swap: () => Promise.reject(new Error('down')), look }),
  ).rejects.toThrow('down');
  expect(look).not.toHaveBeenCalled();
});
