/** Machines with their own credential: gateways, and exits on residential lines. */
export type MachineKind = 'gateway' | 'exit';

/**
 * The table of each kind of machine. Each has the columns `credential_*` and `next_credential_*` of migration 0055. The tables
 * `<kind>_proofs` and `<kind>_addresses` refer to it by `<kind>_id`.
 */
export const machineTables = {
  gateway: { machines: 'gateways', endedAt: 'retired_at' },
  exit: { machines: 'exits', endedAt: 'withdrawn_at' },
} as const satisfies Record<MachineKind, object>;
