import { readFileSync } from 'node:fs';
import { holdsOtherEnd, userAtOtherEnd } from '../split/peer-process.ts';
import type { Callers } from './callers.ts';
import { unixCallers } from './callers.unix.ts';
import { runTool } from './run-tool.ts';

export const linuxCallers: Callers = unixCallers(groupId, {
  isRoot: async (socket) => (await userAtOtherEnd(socket, runTool)) === 0,
  isProcess: (socket, pid) => holdsOtherEnd(socket, pid, runTool),
});

function groupId(name: string): Promise<number | null> {
  const line = groupsFile()
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const id = Number(line?.split(':')[2] ?? Number.NaN);
  return Promise.resolve(Number.isInteger(id) ? id : null);
}

function groupsFile(): string {
  try {
    return readFileSync('/etc/group', 'utf8');
  } catch {
    return '';
  }
}
