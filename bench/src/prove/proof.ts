import type { FaultFigure } from '../faults/fault.ts';
import type { ClientMachine } from './machine/client-machine.ts';

export type Figure = FaultFigure;

/** What holds on a customer's machine with the package as shipped. It leaves the machine signed in, disconnected, without lockdown. */
export interface Proof {
  /** The argument of `npm run prove`. */
  readonly name: string;
  /** The row of the table. */
  readonly title: string;
  prove(machine: ClientMachine): Promise<readonly Figure[]>;
}

/** Packets that must not exist. */
export const none = (what: string, packets: readonly string[]): Figure => ({
  ...{ what, measured: packets.length, unit: 'packets', bound: { exactly: 0 } },
});

/** A control: what the same capture or check sees where nothing protects, so that a row without leaks proves something. */
export const control = (what: string, measured: number, unit = ''): Figure => ({
  ...{ what: `control: ${what}`, measured, unit, bound: { atLeast: 1 } },
});

/** A condition, as 1 or 0. */
export const holds = (what: string, isTrue: boolean): Figure => ({
  ...{ what, measured: isTrue ? 1 : 0, unit: '', bound: { exactly: 1 } },
});
