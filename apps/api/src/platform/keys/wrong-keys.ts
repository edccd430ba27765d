/** The keys in `KEYS_DIR` cannot be used with this database: the message is one sentence for the operator, with the reason and what to do. */
export class WrongKeys extends Error {}
