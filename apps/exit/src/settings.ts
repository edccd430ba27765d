import { err, ok, type Result } from '@comet/foundation';

/** What the environment tells the agent. */
export interface Settings {
  readonly apiUrl: string;
  readonly stateDirectory: string;
  readonly link: string;
  readonly implementation: 'auto' | 'kernel' | 'userspace';
  readonly wireguardGo: string;
}

const implementations = ['auto', 'kernel', 'userspace'] as const;

/** The settings, or one sentence that says what is wrong. The API is spoken to over TLS, except in a laboratory. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const apiUrl = URL.parse(env['COMET_API_URL'] ?? 'https://api.comet.example');
  if (apiUrl === null) return err('COMET_API_URL must be an address such as https://api.comet.example');
  const plain = apiUrl.protocol === 'http:' && env['COMET_API_PLAINTEXT'] === '1';
  if (apiUrl.protocol !== 'https:' && !plain)
    return err('COMET_API_URL must begin with https:// (or set COMET_API_PLAINTEXT=1 in a lab)');
  const stateDirectory = env['COMET_EXIT_STATE_DIR'] ?? '/var/lib/comet-exit';
  if (!stateDirectory.startsWith('/')) return err('COMET_EXIT_STATE_DIR must be an absolute path');
  const link = env['COMET_EXIT_INTERFACE'] ?? 'comet-exit';
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(link))
    return err('COMET_EXIT_INTERFACE must be the name of a network interface, 15 characters at most');
  const wanted = env['WIREGUARD_IMPLEMENTATION'] ?? 'auto';
  const implementation = implementations.find((one) => one === wanted);
  if (implementation === undefined) return err('WIREGUARD_IMPLEMENTATION must be auto, kernel or userspace');
  const wireguardGo = env['WIREGUARD_GO'] ?? '/usr/bin/wireguard-go';
  return ok({ apiUrl: apiUrl.origin, stateDirectory, link, implementation, wireguardGo });
}
