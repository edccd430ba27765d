import { type Clock, systemClock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Milliseconds by which the clock of this machine may differ from the database's. */
export const mostDrift = 10_000;

const everyMs = 15_000;

export class WrongClock extends Error {
  constructor(offset: number) {
    const seconds = Math.round(Math.abs(offset) / 1000);
    const direction = offset > 0 ? 'behind' : 'ahead of';
    super(
      `The clock of this machine is ${seconds} s ${direction} the database's: set both by NTP, at most ${mostDrift / 1000} s apart`,
    );
  }
}

/** The time of the database, which all replicas share. */
export interface DatabaseClock extends Clock {
  /** Compares again; throws `WrongClock` beyond the bound, and what the database throws where it does not answer. */
  compare(): Promise<void>;
  /** Compares over and over; `onWrong` is called once the clock is wrong. A database that does not answer says nothing about the clock. */
  watch(onWrong: (error: WrongClock) => void): void;
  stop(): void;
}

/** Starts from the machine's own clock; `compare` sets it by the database's, as exactly as the answer was fast. */
export function createDatabaseClock(db: Database, machine: Clock = systemClock): DatabaseClock {
  let offset = 0;
  let timer: NodeJS.Timeout | undefined;
  const compare = async () => {
    // On one connection, so that the second answer has not waited for one.
    const { sent, asked, received } = await db.connection().execute(async (connection) => {
      await sql`select`.execute(connection);
      const sent = machine.now().getTime();
      const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(connection);
      return { sent, asked: rows[0]?.time, received: machine.now().getTime() };
    });
    if (asked === undefined) throw new Error('The database did not say what time it is');
    const measured = asked.getTime() - (sent + received) / 2;
    const uncertainty = (received - sent) / 2;
    if (Math.abs(measured) - uncertainty > mostDrift) throw new WrongClock(measured);
    offset = measured;
  };
  return {
    now: () => new Date(machine.now().getTime() + offset),
    compare,
    watch(onWrong) {
      timer = setInterval(() => {
        compare().catch((error: unknown) => {
          if (!(error instanceof WrongClock)) return;
          clearInterval(timer);
          onWrong(error);
        });
      }, everyMs);
    },
    stop: () => clearInterval(timer),
  };
}
