import { type Launcher, openLauncher } from './launcher.ts';
import { programNames, type ProgramName } from './orders.ts';

/** One for each program. */
export type Launchers = Readonly<Record<ProgramName, Launcher>>;

/** The user of each program: so many, beginning with the first. None of them can signal, trace or read what another has. */
export function programUsers(first: number): Readonly<Record<ProgramName, number>> {
  return eachProgram((index) => first + index);
}

/** To be opened while we may become anybody still. `firstUser` null: all as whoever we are. */
export function openLaunchers(firstUser: number | null): Launchers {
  return eachProgram((index) => openLauncher(firstUser === null ? null : firstUser + index));
}

function eachProgram<T>(make: (index: number) => T): Readonly<Record<ProgramName, T>> {
  return Object.fromEntries(programNames.map((name, index) => [name, make(index)])) as Record<ProgramName, T>;
}
