import { ApiError } from '../../platform/api.ts';
import type { OwnAddress } from './own-address.ts';

interface Swapping<Shown> {
  /** Asks for another address in the place of this one. */
  readonly swap: () => Promise<Shown>;
  /** Looks what it is now, and shows that. */
  readonly look: () => Promise<Shown>;
}

interface Swapped<Shown> {
  readonly shown: Shown;
  /** By another window, before this one asked. */
  readonly already: boolean;
}

/**
 * Has another address in the place of `address`. Whoever is refused has perhaps swapped it in another window: what it is by now is shown in
 * any case, and where it is another one that is the answer. Otherwise the refusal is thrown.
 */
export async function swapAddress<Shown extends Pick<OwnAddress, 'address'>>(
  address: string | null,
  { swap, look }: Swapping<Shown>,
): Promise<Swapped<Shown>> {
  try {
    return { shown: await swap(), already: false };
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    const shown = await look().catch(() => null);
    if (shown === null || shown.address === null || shown.address === address) throw refusal;
    return { shown, already: true };
  }
}
