import { jsonOf } from '@comet/foundation';
import { daemonSettings, freshSettings } from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { migrateSettings, settingsVersion as today } from '../../model/settings/migrate.ts';
import { initialDaemonState, type DaemonState, daemonStateSchema } from './daemon-state.ts';

/** Parses the text of `state.json`; `wasBroken` if defaults replaced some of it. */
export function readDaemonState(text: string): {
  readonly daemonState: DaemonState;
  readonly wasBroken: boolean;
} {
  const found = migrateState(jsonOf(text));
  const whole = daemonStateSchema.safeParse(found);
  return whole.success
    ? { daemonState: whole.data, wasBroken: false }
    : { daemonState: recoverState(found, text), wasBroken: true };
}

/** Converts the content of an older daemon; of a newer one, only the known fields are read. */
function migrateState(found: unknown): unknown {
  if (!isRecord(found) || !isRecord(found['settings'])) return found;
  const { settings, settingsVersion: version, farewells, ...rest } = found;
  const from = typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0;
  // The previous release named the logout notices `farewells`.
  const logoutNotices = rest['logoutNotices'] ?? farewells;
  return {
    ...rest,
    ...(logoutNotices === undefined ? {} : { logoutNotices }),
    settings: migrateSettings(settings, from),
    settingsVersion: today,
  };
}

/**
 * Recovers the valid fields and settings of a broken file. Lockdown decides whether traffic may leave, so it counts as off only if the
 * file clearly states it.
 */
function recoverState(found: unknown, text: string): DaemonState {
  const settings = validFields(daemonSettings.shape, isRecord(found) ? found['settings'] : null);
  const lockdown = !/"lockdown":\s*false/.test(text);
  return {
    ...initialDaemonState(),
    ...validFields(daemonStateSchema.shape, found),
    settings: { ...freshSettings, lockdown, ...settings },
  };
}

type FieldsOf<Shape extends Readonly<Record<string, z.core.$ZodType>>> = {
  [F in keyof Shape]?: z.output<Shape[F]>;
};

/** Returns the fields of a text that are present and valid, without defaults for the others. */
function validFields<Shape extends Readonly<Record<string, z.core.$ZodType>>>(
  shape: Shape,
  found: unknown,
): FieldsOf<Shape> {
  if (!isRecord(found)) return {};
  const read = Object.entries(shape).flatMap(([field, form]) => {
    const checked = field in found ? z.safeParse(form, found[field]) : null;
    return checked?.success === true ? [[field, checked.data]] : [];
  });
  return Object.fromEntries(read) as FieldsOf<Shape>;
}

function isRecord(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}
