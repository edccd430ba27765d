import { type LogLevel, logLevels } from '@comet/foundation/log';

/** The level in COMET_LOG_LEVEL; `info` without one, or for an unknown one. */
export function levelIn(env: Readonly<Record<string, string | undefined>>): LogLevel {
  return logLevels.find((level) => level === env['COMET_LOG_LEVEL']) ?? 'info';
}
