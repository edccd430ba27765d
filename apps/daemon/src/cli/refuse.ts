import type { Refused } from './daemon-socket.ts';
import { describeRefusal } from './describe.ts';
import type { Terminal } from './terminal.ts';

/** Says why the daemon refused; false, so that a command can end with it. */
export function refuse(refused: Refused, out: Terminal): false {
  out.complain(describeRefusal(refused));
  return false;
}
