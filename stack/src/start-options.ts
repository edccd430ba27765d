import { resolve } from 'node:path';
import { err, ok, type Result } from '@comet/foundation';

/** State folder and scope of a stack. */
export interface StackOptions {
  /** The state folder, absolute. */
  readonly state: string;
  /** The first of the block of ports. */
  readonly port: number;
  /** Whether to start the lab, if the machine supports it. */
  readonly lab: boolean;
  /** Whether parts are restarted without limit: for tests that kill them. */
  readonly restartAlways: boolean;
}

interface StartOptions extends StackOptions {
  /** Whether to return to the terminal when the stack is ready. */
  readonly detach: boolean;
}

const DEFAULT_STATE = '.comet';
const DEFAULT_PORT = 4800;
const START_USAGE =
  'npm start takes --state DIR, --port N, --no-lab, --restart-always and --detach, after `--`.';
const DEMO_USAGE = 'npm run demo takes --state DIR, --port N and --no-lab, after `--`.';
const STOP_USAGE = 'npm stop takes --state DIR, after `--`.';

/** Parses the arguments after `npm start --`. Relative folders are resolved from `cwd`. The error is one sentence. */
export function parseStartOptions(
  args: readonly string[],
  cwd: string,
  usage = START_USAGE,
): Result<StartOptions, string> {
  const options = {
    ...{ state: resolve(cwd, DEFAULT_STATE), port: DEFAULT_PORT, lab: true },
    ...{ restartAlways: false, detach: false },
  };
  const left = spread(args);
  for (let option = left.shift(); option !== undefined; option = left.shift()) {
    if (option === '--no-lab') options.lab = false;
    else if (option === '--restart-always') options.restartAlways = true;
    else if (option === '--detach') options.detach = true;
    else if (option === '--state') {
      const folder = left.shift();
      if (folder === undefined || folder === '') return err(`--state needs a folder. ${usage}`);
      options.state = resolve(cwd, folder);
    } else if (option === '--port') {
      const port = Number(left.shift());
      if (!Number.isInteger(port) || port < 1024 || port > 65_528) {
        return err(`--port needs a number from 1024 to 65528, the first of a block of ports.`);
      }
      options.port = port;
    } else return err(`Unknown option ${option}. ${usage}`);
  }
  return ok(options);
}

/** Parses the arguments after `npm run demo --`: those of a start, which is always in the background. The error is one sentence. */
export function parseDemoOptions(args: readonly string[], cwd: string): Result<StackOptions, string> {
  const parsed = parseStartOptions(args, cwd, DEMO_USAGE);
  return parsed.ok && parsed.value.detach ? err(`Unknown option --detach. ${DEMO_USAGE}`) : parsed;
}

/** Parses the arguments after `npm stop --`; returns the absolute state folder. The error is one sentence. */
export function parseStopOptions(args: readonly string[], cwd: string): Result<string, string> {
  const [option, folder, ...more] = spread(args);
  if (option === undefined) return ok(resolve(cwd, DEFAULT_STATE));
  if (option !== '--state') return err(`Unknown option ${option}. ${STOP_USAGE}`);
  if (folder === undefined || folder === '') return err(`--state needs a folder. ${STOP_USAGE}`);
  return more[0] === undefined ? ok(resolve(cwd, folder)) : err(`Unknown option ${more[0]}. ${STOP_USAGE}`);
}

/** Splits `--name=value` into two arguments. */
function spread(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
    return equals === -1 ? [arg] : [arg.slice(0, equals), arg.slice(equals + 1)];
  });
}
