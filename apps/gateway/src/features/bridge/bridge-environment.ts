import { isIp, isPort } from '@comet/foundation';
import { commonVariables } from '@comet/foundation/common-variables';
import { isDevelopmentUrl } from '@comet/foundation/development-url';
import { variable } from '@comet/foundation/environment';
import * as z from 'zod/mini';

const fitting = (isGood: (text: string) => boolean) => z.string().check(z.refine(isGood));
const number = z.pipe(
  fitting((text) => /^\d{1,10}$/.test(text)),
  z.transform(Number),
);
/** 0 for none. */
const port = number.check(z.refine((one) => one === 0 || isPort(one)));
const userId = number.check(z.refine((id) => id >= 1000 && id <= 4_294_967_290));

/** The environment variables of `comet-gateway bridge`. */
export const bridgeEnvironment = z.object({
  ...commonVariables,
  API_URL: variable(
    fitting((text) => URL.canParse(text) && new URL(text).protocol === 'https:'),
    {
      must: 'the address of the control plane, like https://api.example.com',
      production: { refuses: isDevelopmentUrl, set: 'the https:// address of the control plane' },
      meaning: 'the control plane, to which the bridge forwards, and nowhere else',
    },
  ),
  PUBLIC_IP: variable(fitting(isIp), {
    must: "the machine's public address",
    meaning: 'the public IPv4 or IPv6 address for clients',
  }),
  OBFS4_PORT: variable(z._default(port, 443), {
    must: 'a port, or 0',
    meaning: 'the TCP port for obfs4; 0 for none',
  }),
  SHADOWSOCKS_PORT: variable(z._default(port, 8443), {
    must: 'a port, or 0',
    meaning: 'the TCP port for Shadowsocks; 0 for none',
  }),
  STATE_DIR: variable(z._default(z.string().check(z.startsWith('/')), '/var/lib/comet-bridge'), {
    must: 'an absolute path',
    meaning: "the bridge's keys, and bridges.txt with its lines; mode 0700",
  }),
  BRIDGE_USER_ID: variable(z._default(userId, 70_021), {
    must: 'the number of a user, 1000 to 4294967290',
    meaning:
      'the user of obfs4proxy and ss-server, which may only contact the forwarder to the control plane',
  }),
});
