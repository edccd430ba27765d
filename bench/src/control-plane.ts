import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Addresses, freePortBlock, startStack } from '@comet/stack';

/** The service without its lab: PostgreSQL, sandbox, API and dashboard, each a process of its own. */
interface ControlPlane {
  readonly addresses: Addresses;
  /** The process id of the API. */
  readonly apiPid: number;
}

/** Brings the control plane up on a folder of its own, measures, and takes it down again. */
export async function withControlPlane<T>(
  log: (line: string) => void,
  measure: (plane: ControlPlane) => Promise<T>,
): Promise<T> {
  const state = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const stack = await startStack({ state, port: await freePortBlock(), lab: false, say: log });
  try {
    const file = await readFile(join(stack.stateDir, 'stack.json'), 'utf8');
    const { pids } = JSON.parse(file) as { pids: { api: number } };
    return await measure({ addresses: stack.addresses, apiPid: pids.api });
  } finally {
    await stack.stop();
    await rm(state, { recursive: true, force: true });
  }
}
