import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@comet/foundation';
import { defaultFleet, type FleetSize } from './scale/fleet/measure-fleet.ts';
import { defaultSizes, type Sizes } from './scale/run-scale.ts';

interface BenchArguments {
  /** The selected benches by name, in the order of `all`. */
  readonly names: readonly string[];
  readonly smoke: boolean;
  /** The folder for results, as given; null for the committed results. */
  readonly out: string | null;
  /** Length of the soak; null for its default. */
  readonly minutes: number | null;
  /** Accounts of the databases of scale; faults:filled-upgrade uses the second. */
  readonly sizes: Sizes;
  readonly fleet: FleetSize;
  /** Visits of each page, and tunnels at the same time, of cover:classifier; null for its default. */
  readonly visits: readonly [number, number] | null;
}

const USAGE =
  'npm run bench takes names of benches, --smoke, --out DIR, --minutes N for faults:soak, --accounts SMALL,LARGE for scale and, its larger number, for faults:filled-upgrade, --gateways N and --grants SHARED,OWN for scale:fleet, and --visits VISITS,TUNNELS for cover:classifier, after `--`.';
const MAX_MINUTES = 24 * 60;
/** The addresses of simulated gateways. */
const maxGateways = 10_000;
/** One for each fold of the cross-validation. */
const minVisits = 5;

/**
 * Parses the arguments after `npm run bench --`; without names, all benches are selected, and `GROUP` selects all whose names are
 * `GROUP:NAME`. The error is one or two sentences.
 */
export function parseBenchArguments(
  args: readonly string[],
  all: readonly string[],
): Result<BenchArguments, string> {
  let parsed: {
    values: { smoke?: boolean } & Partial<
      Record<'out' | 'minutes' | 'accounts' | 'gateways' | 'grants' | 'visits', string>
    >;
    positionals: string[];
  };
  try {
    const options = {
      smoke: { type: 'boolean' },
      out: { type: 'string' },
      minutes: { type: 'string' },
      accounts: { type: 'string' },
      gateways: { type: 'string' },
      grants: { type: 'string' },
      visits: { type: 'string' },
    } as const;
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return err(`${error instanceof Error ? error.message : String(error)} ${USAGE}`);
  }
  const { values, positionals } = parsed;
  const isSelected = (given: string, name: string) => name === given || name.startsWith(`${given}:`);
  const unknown = positionals.filter((given) => !all.some((name) => isSelected(given, name)));
  if (unknown.length > 0)
    return err(`There is no bench called ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  if (values.smoke === true && values.out !== undefined) return err('--smoke writes no results: omit --out.');
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (minutes !== null && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES))
    return err(`--minutes needs a whole number from 1 to ${MAX_MINUTES}.`);
  const sizes = values.accounts === undefined ? defaultSizes : readPair(values.accounts, 1000);
  if (sizes === null) return err('--accounts needs two whole numbers of at least 1000, as 1000,1000000.');
  const fleet = readFleet(values);
  if (fleet === null)
    return err('--gateways needs a whole number from 1 to 10000, and --grants two, as 45000,5000.');
  const visits = values.visits === undefined ? null : readPair(values.visits, 1);
  if (values.visits !== undefined && (visits === null || visits[0] < minVisits))
    return err(
      `--visits needs two whole numbers, visits of each page (at least ${minVisits}) and tunnels, as 25,15.`,
    );
  const names =
    positionals.length === 0
      ? all
      : all.filter((name) => positionals.some((given) => isSelected(given, name)));
  return ok({ names, smoke: values.smoke === true, out: values.out ?? null, minutes, sizes, fleet, visits });
}

function readFleet({
  gateways,
  grants,
}: {
  readonly gateways?: string;
  readonly grants?: string;
}): FleetSize | null {
  const count = gateways === undefined ? defaultFleet.gateways : Number(gateways);
  const pair =
    grants === undefined ? [defaultFleet.sharedGrants, defaultFleet.ownGrants] : readPair(grants, 1);
  if (pair === null || !Number.isInteger(count) || count < 1 || count > maxGateways) return null;
  const [sharedGrants = 0, ownGrants = 0] = pair;
  return { gateways: count, sharedGrants, ownGrants };
}

function readPair(text: string, min: number): readonly [number, number] | null {
  const [one, other, ...rest] = text.split(',').map(Number);
  const isNumber = (given: number | undefined): given is number =>
    Number.isInteger(given) && Number(given) >= min;
  return isNumber(one) && isNumber(other) && rest.length === 0 ? [one, other] : null;
}
