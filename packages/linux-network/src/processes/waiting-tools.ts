import type { ChildProcess, StdioOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import { namelessFile } from '../nftables/anonymous-file.ts';

/** An `nft` and an `ip` for each family that wait already. What they are asked goes in by the socket, what they complain of comes back by it. */
export interface WaitingTools {
  readonly nft: Socket;
  /** The file that `nft` has open as descriptor 3. */
  readonly scratch: number;
  readonly ip: Socket;
  readonly ip6: Socket;
}

/** Says which process a socket leads to, so that one that does not answer can be ended like any other. */
const pidLine = /comet_pid ([1-9]\d*)\n/;

/**
 * The lines of a shell's script that start them, for one who starts a shell anyway: to fork takes a large process milliseconds each time,
 * and a shell next to nothing. Each gets its own socket and no other, so that its end is received; what follows has none.
 */
export const startWaitingTools = `nft -i <&4 2>&4 >/dev/null 4>&- 5>&- 6>&- &
echo "comet_pid $!" >&4
ip -force -batch - <&5 2>&5 >/dev/null 3>&- 4>&- 5>&- 6>&- &
echo "comet_pid $!" >&5
ip -6 -force -batch - <&6 2>&6 >/dev/null 3>&- 4>&- 5>&- 6>&- &
echo "comet_pid $!" >&6
exec 3>&- 4>&- 5>&- 6>&-
`;

/** What a tool has said, and which process it is, where that has been said as well. */
export function withoutPid(said: string): { readonly said: string; readonly pid: number | null } {
  const pid = pidLine.exec(said)?.[1];
  return { said: said.replace(pidLine, ''), pid: pid === undefined ? null : Number(pid) };
}

/** What the shell is given for it; `scratch` is the caller's as well. */
export function waitingToolsStdio(): { readonly stdio: StdioOptions; readonly scratch: number } {
  const scratch = namelessFile();
  return { stdio: ['ignore', 'ignore', 'ignore', scratch, 'pipe', 'pipe', 'pipe'], scratch };
}

/** Of a shell that was started with `waitingToolsStdio`. They keep nobody running who has nothing else to do. */
export function waitingToolsOf(shell: ChildProcess, scratch: number): WaitingTools {
  const [nft, ip, ip6] = shell.stdio.slice(4) as unknown as [Socket, Socket, Socket];
  for (const socket of [nft, ip, ip6]) socket.on('error', () => undefined).unref();
  return { nft, scratch, ip, ip6 };
}
