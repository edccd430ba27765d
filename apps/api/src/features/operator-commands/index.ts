import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Catalogue } from '../../platform/paddle/catalogue.ts';

export { deleteOldActions, recordOperatorAction } from './operator-actions.store.ts';
export {
  dollars,
  isId,
  readDegrees,
  readIf,
  readMoney,
  readTextFile,
  readTime,
  readWhole,
  readArguments,
  readYesNo,
  table,
  type CommandArguments,
} from './command-arguments.ts';

/** The dependencies of every operator command. */
export interface OperatorDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The operator's name, for the audit trail. */
  readonly operator: string;
}

/** The dependencies of a command that changes the catalogue. */
export interface CommandDeps extends OperatorDeps {
  readonly catalogue: Catalogue;
}
