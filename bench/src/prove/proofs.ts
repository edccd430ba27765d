import type { Proof } from './proof.ts';
import { leaks } from './rows/leaks.ts';
import { reboot } from './rows/reboot.ts';

/** All proofs, in the order of the table. */
export const proofs: readonly Proof[] = [leaks, reboot];
