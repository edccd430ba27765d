interface RefusalReply {
  readonly status: number;
  /** Reply code of RFC 1928 §6. */
  readonly reply: number;
  readonly sentence: string;
}

/** Replies of RFC 1928 §6. */
const replies = { general: 1, notAllowed: 2, network: 3, host: 4, refused: 5, command: 7, address: 8 };

/** All refusals of the proxy: code (`Comet-Error`), HTTP status, SOCKS5 reply and a sentence for people. */
export const refusals = {
  bad_request: {
    status: 400,
    reply: replies.general,
    sentence: 'The request is not a valid proxy request.',
  },
  credentials_required: {
    status: 407,
    reply: replies.notAllowed,
    sentence:
      'The user name and password of a proxy user are required. If other users list your address too, log in once from it to verify it.',
  },
  bad_credentials: {
    status: 407,
    reply: replies.notAllowed,
    sentence: 'No proxy user has this user name and password.',
  },
  bad_parameter: {
    status: 400,
    reply: replies.general,
    sentence:
      'A parameter in the user name is unknown, has no value or is there twice: country, city, session, lifetime and ifgone are known.',
  },
  bad_country: {
    status: 400,
    reply: replies.general,
    sentence: 'The country in the user name is not two letters, as in -country-us.',
  },
  bad_city: {
    status: 400,
    reply: replies.general,
    sentence:
      'The city in the user name is not 2 to 20 letters and digits after a country, as in -country-us-city-nyc.',
  },
  bad_session: {
    status: 400,
    reply: replies.general,
    sentence: 'The session in the user name is not 1 to 32 letters and digits, as in -session-abc.',
  },
  bad_lifetime: {
    status: 400,
    reply: replies.general,
    sentence:
      'The lifetime in the user name is not 1 to 1440 minutes of a session, as in -session-abc-lifetime-30.',
  },
  bad_ifgone: {
    status: 400,
    reply: replies.general,
    sentence:
      'The ifgone parameter in the user name is not fail or replace for a session, as in -session-abc-ifgone-replace.',
  },
  targeting_unavailable: {
    status: 400,
    reply: replies.general,
    sentence:
      'A dedicated address has no country, city or session to choose: use the user name without parameters.',
  },
  no_data: { status: 402, reply: replies.notAllowed, sentence: 'There is no proxy traffic left.' },
  data_unknown: {
    status: 503,
    reply: replies.general,
    sentence: 'The remaining data is currently unknown. Try again in a minute.',
  },
  too_many_connections: {
    status: 429,
    reply: replies.notAllowed,
    sentence: 'This proxy user has reached its maximum number of open connections.',
  },
  destination_refused: {
    status: 403,
    reply: replies.notAllowed,
    sentence: 'The proxy does not connect to this address or port.',
  },
  exit_unavailable: {
    status: 503,
    reply: replies.network,
    sentence:
      'No exit of this country and city is in service at this host now. The dashboard shows which host has one.',
  },
  no_ipv6: {
    status: 502,
    reply: replies.address,
    sentence: 'No matching exit has IPv6 now. Use an address or a name with IPv4.',
  },
  session_gone: {
    status: 503,
    reply: replies.network,
    sentence: 'The exit of this session is gone. Start another session, or use -ifgone-replace.',
  },
  exit_failed: {
    status: 502,
    reply: replies.general,
    sentence: 'The exit failed to connect. Try again.',
  },
  name_unknown: { status: 502, reply: replies.host, sentence: 'The name has no address.' },
  target_refused: { status: 502, reply: replies.refused, sentence: 'The address refuses the connection.' },
  target_unreachable: { status: 502, reply: replies.host, sentence: 'The address cannot be reached.' },
  target_timeout: { status: 504, reply: replies.host, sentence: 'The address does not answer.' },
  udp_unavailable: {
    status: 501,
    reply: replies.command,
    sentence: 'The exit does not support UDP.',
  },
  busy: { status: 503, reply: replies.general, sentence: 'The proxy is full. Try again in a minute.' },
} as const satisfies Record<string, RefusalReply>;

export type Refusal = keyof typeof refusals;

/** Returns the complete HTTP response of a refusal; the connection is closed after it. */
export function httpRefusal(refusal: Refusal): string {
  const { status, sentence } = refusals[refusal];
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="Comet", charset="UTF-8"\r\n' : '';
  const body = `${sentence}\n`;
  return `HTTP/1.1 ${status} ${reasons[status] ?? 'Refused'}\r\n${challenge}Comet-Error: ${refusal}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  402: 'Payment Required',
  403: 'Forbidden',
  407: 'Proxy Authentication Required',
  429: 'Too Many Requests',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
