import type { Refusal } from './refusals.ts';
import type { Turnstile } from './turnstile.ts';

/** Milliseconds that a new connection waits for its turn. */
const patience = 10_000;

/**
 * Null where a turnstile has room, or once it is this one's turn; otherwise why nothing can be opened. A read is as long as it is and is paid
 * for by waiting: whoever opened another connection for each would never wait.
 */
export function awaitTurn(turnstile: Turnstile): Promise<Refusal | null> | null {
  if (turnstile.hasRoom) return null;
  return new Promise((resolve) => {
    const queuer = {
      onTurn() {
        clearTimeout(timer);
        resolve(null);
      },
    };
    const timer = setTimeout(() => {
      turnstile.leave(queuer);
      resolve('busy');
    }, patience);
    turnstile.wait(queuer);
  });
}
