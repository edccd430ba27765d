import type { OpenvpnFailure } from './openvpn.ts';

/** What OpenVPN says last when it gives up; the cause is in the line before (openvpn's `error.c`). */
const givesUp = 'Exiting due to fatal error';

/** Why OpenVPN went, as it said it, from the end of what it printed: one line, or two where the last names no cause. */
export function lastWordsOf(said: string): string {
  const [before = '', last = ''] = said.trimEnd().split('\n').slice(-2);
  if (last === '') return before;
  return last.endsWith(givesUp) ? `${before} / ${last}` : last;
}

/**
 * Why OpenVPN ended by itself, from its last words: they name what made it go (openvpn's `sig.c`), or that it was refused or cut off as
 * often as it may try (`init.c`). Whatever else ends it is of this machine.
 */
export function failureOf(words: string): OpenvpnFailure {
  if (/ping-exit|init_instance|connect-retry-max/.test(words)) return 'no_answer';
  return /server-pushed-halt/.test(words) ? 'refused' : 'program_failed';
}
