/** The keys in `KEYS_DIR` cannot be used with this database: one sentence for the operator says why and what to do. */
export class WrongKeys extends Error {}
