import type { ChildProcess, StdioOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import { namelessFile } from '../nftables/anonymous-file.ts';

/** A waiting `nft`, and an `ip` for each family. Their input and their diagnostics go through the socket. */
export interface WaitingTools {
  readonly nft: Socket;
  /** The file that `nft` has open as descriptor 3. */
  readonly scratch: number;
  readonly ip: Socket;
  readonly ip6: Socket;
}

/** Sends the process id of a tool over its socket, so that an unresponsive one can be killed. */
const pidLine = /comet_pid ([1-9]\d*)\n/;

/**
 * The lines of a shell's script that start them, for a caller that starts a shell anyway: a fork takes milliseconds in a large process,
 * and almost nothing in a shell. Each gets its own socket and no other, so that its end is received; what follows has none.
 */
export const startWaitingTools = `nft -i <&4 2>&4 >/dev/null 4>&- 5>&- 6>&- &
echo "comet_pid $!" >&4
ip -force -batch - <&5 2>&5 >/dev/null 3>&- 4>&- 5>&- 6>&- &
echo "comet_pid $!" >&5
ip -6 -force -batch - <&6 2>&6 >/dev/null 3>&- 4>&- 5>&- 6>&- &
echo "comet_pid $!" >&6
exec 3>&- 4>&- 5>&- 6>&-
`;

/** Splits a tool's output into its own output and its process id; null where the id has not been received. */
export function withoutPid(output: string): { readonly output: string; readonly pid: number | null } {
  const pid = pidLine.exec(output)?.[1];
  return { output: output.replace(pidLine, ''), pid: pid === undefined ? null : Number(pid) };
}

/** The file descriptors for the shell; `scratch` is the caller's as well. */
export function waitingToolsStdio(): { readonly stdio: StdioOptions; readonly scratch: number } {
  const scratch = namelessFile();
  return { stdio: ['ignore', 'ignore', 'ignore', scratch, 'pipe', 'pipe', 'pipe'], scratch };
}

/** The tools of a shell that was started with `waitingToolsStdio`. They do not prevent the process from ending. */
export function waitingToolsOf(shell: ChildProcess, scratch: number): WaitingTools {
  const [nft, ip, ip6] = shell.stdio.slice(4) as unknown as [Socket, Socket, Socket];
  for (const socket of [nft, ip, ip6]) socket.on('error', () => undefined).unref();
  return { nft, scratch, ip, ip6 };
}
