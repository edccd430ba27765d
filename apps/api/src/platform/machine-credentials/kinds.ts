/** Machines that call with a credential of their own: gateways, and exits on residential lines. */
export type MachineKind = 'gateway' | 'exit';

/**
 * Where the machines of a kind are stored. Each table has the columns `credential_*` and `next_credential_*` of migration 0055, and
 * beside it are `<kind>_proofs` and `<kind>_addresses`, which name the machine in `<kind>_id`.
 */
export const machineTables = {
  gateway: { machines: 'gateways', endedAt: 'retired_at' },
  exit: { machines: 'exits', endedAt: 'withdrawn_at' },
} as const satisfies Record<MachineKind, object>;
