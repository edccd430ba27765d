import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Customer, newCustomer, payByCard } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { findWireguardGo, freePortBlock, startStack } from '@comet/stack';

/** A lab whose client is signed in as a paying customer, with nothing else going on. */
export interface SignedInClient {
  readonly lab: Lab;
  readonly customer: Customer;
  /** The wireguard-go that both our ends run on. */
  readonly wireguardGo: string;
  /** Where the service keeps what it has; see `StateFolder`. */
  readonly stateDir: string;
  /** Code of the location to connect to; its gateway is the lab's `gw-nl`. */
  readonly location: string;
}

/** Brings the whole service up on a folder of its own, measures, and takes it down again. */
export async function withSignedInClient<T>(
  log: (line: string) => void,
  measure: (client: SignedInClient) => Promise<T>,
): Promise<T> {
  const wireguardGo = await findWireguardGo(log);
  if (wireguardGo === null) throw new Error('There is no wireguard-go here to be wired by hand');
  const state = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const stack = await startStack({ state, port: await freePortBlock(), lab: true, say: log });
  try {
    const { lab, addresses } = stack;
    if (lab === undefined) throw new Error('This machine cannot hold the lab that the bench needs');
    const customer = await newCustomer(addresses);
    await payByCard(addresses, customer);
    const login = await lab.exec('client', ['comet', 'login', '--email', customer.email], {
      input: `${customer.password}\n`,
    });
    if (login.code !== 0) throw new Error(`comet login ended with ${login.code}: ${login.stderr}`);
    return await measure({ lab, customer, stateDir: state, wireguardGo, location: 'nl-ams' });
  } finally {
    await stack.stop();
    await rm(state, { recursive: true, force: true });
  }
}
