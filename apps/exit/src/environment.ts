import { variable } from '@comet/foundation/environment';
import { commonVariables } from '@comet/foundation/common-variables';
import { isDevelopmentUrl } from '@comet/foundation/development-url';
import { logLevels } from '@comet/foundation/log';
import { scrapeVariables } from '@comet/observability';
import * as z from 'zod/mini';

const implementations = ['auto', 'kernel', 'userspace'] as const;

/** The environment variables of `comet-exit`: read by `readSettings`, printed by `help`, and the source of the generated table. */
export const environment = z.object({
  ...commonVariables,
  COMET_API_URL: variable(z._default(z.url({ protocol: /^https?$/ }), 'https://api.comet.example'), {
    must: 'an address such as https://api.comet.example',
    production: { refuses: isDevelopmentUrl, set: 'the https:// address of the API' },
    meaning: 'the API, over TLS',
  }),
  COMET_API_PLAINTEXT: variable(z.optional(z.string()), {
    must: '1 or nothing',
    production: { refuses: (given) => given !== undefined, set: 'none: it is only for labs' },
    meaning: '`1` allows a `COMET_API_URL` without TLS: only for labs',
  }),
  COMET_EXIT_STATE_DIR: variable(z._default(z.string().check(z.startsWith('/')), '/var/lib/comet-exit'), {
    must: 'an absolute path',
    meaning: 'membership, key and traffic totals; mode 0700',
  }),
  COMET_EXIT_INTERFACE: variable(
    z._default(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/)), 'comet-exit'),
    {
      must: 'the name of a network interface, 15 characters at most',
      meaning: "the name of the tunnel's interface",
    },
  ),
  WIREGUARD_IMPLEMENTATION: variable(z._default(z.enum(implementations), 'auto'), {
    must: 'auto, kernel or userspace',
    meaning: 'as on a gateway',
  }),
  WIREGUARD_GO: variable(z._default(z.string(), '/usr/bin/wireguard-go'), {
    must: 'a path',
    meaning: 'as on a gateway',
  }),
  ...scrapeVariables,
  LOG_LEVEL: variable(z._default(z.enum(logLevels), 'info'), {
    must: `one of ${logLevels.join(', ')}`,
    meaning: logLevels.map((level) => `\`${level}\``).join(', '),
  }),
});
