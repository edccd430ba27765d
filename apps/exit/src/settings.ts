import { err, ok, type Result } from '@comet/foundation';
import { readEnvironment } from '@comet/foundation/environment';
import type { LogLevel } from '@comet/foundation/log';
import { scrapeAddress } from '@comet/observability';
import { environment } from './environment.ts';

/** The settings from the environment; see `environment.ts`. */
export interface Settings {
  readonly apiUrl: string;
  readonly stateDirectory: string;
  readonly link: string;
  readonly implementation: 'auto' | 'kernel' | 'userspace';
  readonly wireguardGo: string;
  /** Where metrics are served; null for nowhere. */
  readonly metrics: ReturnType<typeof scrapeAddress>;
  readonly logLevel: LogLevel;
}

/** Returns the settings, or one sentence about the error. The API requires TLS, except in test networks. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const read = readEnvironment(environment, env);
  if (!read.ok) return err(env['COMET_ENV'] === 'production' ? read.error.join(' ') : (read.error[0] ?? ''));
  const from = read.value;
  const { origin, protocol } = new URL(from.COMET_API_URL);
  if (protocol !== 'https:' && from.COMET_API_PLAINTEXT !== '1')
    return err('COMET_API_URL must begin with https:// (or set COMET_API_PLAINTEXT=1 in a lab)');
  return ok({
    apiUrl: origin,
    stateDirectory: from.COMET_EXIT_STATE_DIR,
    link: from.COMET_EXIT_INTERFACE,
    implementation: from.WIREGUARD_IMPLEMENTATION,
    wireguardGo: from.WIREGUARD_GO,
    metrics: scrapeAddress(from),
    logLevel: from.LOG_LEVEL,
  });
}
