/** Descriptions of the operations on devices, tunnels, gateways and exits, by operation id. */
export const network = {
  callerAddress: 'For leak checks: the public IP address of the caller. It is not stored.',
  listLocations: '`online` is true if at least one gateway has reported recently.',
  serverList:
    'A signed document with version and expiry. Clients verify the signature before they use a gateway.',
  listFavoriteLocations: 'Returns location codes, sorted by country and city.',
  markFavoriteLocation: 'Idempotent.',
  unmarkFavoriteLocation: 'Idempotent.',
  listDevices: '`taken` counts devices and downloaded WireGuard configurations together.',
  addDevice:
    'The device is identified by `App-Identifier`. An account may have ten devices and configurations together.',
  renameDevice: 'Changes the display name of a device.',
  removeDevice: 'Revokes its tickets at every gateway; its tunnel stops.',
  issueTicket:
    'The client presents the ticket to the gateway, which then accepts the WireGuard key. With `location`, traffic leaves through a residential location; with `service_id`, from a dedicated IP.',
  listWireguardConfigs: '`taken` counts devices and downloaded WireGuard configurations together.',
  addWireguardConfig:
    'Takes a public key; the private key never leaves the client. Returns everything else that a configuration file needs.',
  renameWireguardConfig: 'Changes the display name of a configuration.',
  removeWireguardConfig: 'The gateway removes the peer; the tunnel stops immediately.',
  showOpenvpnCredentials: 'Generates the credentials at the first call.',
  rotateOpenvpnCredentials:
    'The user name identifies the current pair: of concurrent requests for the same pair one succeeds and the others get `openvpn_credentials_replaced`.',
  showOpenvpnProfile:
    'Returns addresses, certificate authority, a tls-crypt-v2 client key and the offered variants of one gateway.',
  chooseOpenvpnProfile: 'Chooses the least loaded gateway of the location that offers the variant.',
  issueOpenvpnLogin: 'For Comet’s own clients: the credentials end with the device.',
  showCoverage:
    '`tunnels` counts the exits of a country that support VPN tunnels; all exits support the proxy.',
  showStatus: '`working` and `all` count gateways; for residential, live exits.',
  showStatusHistory:
    'Days are in UTC and hold measured minutes only. A measured outage of five minutes or more is an incident without a title.',
  statusFeed: 'For feed readers. Each incident has a stable guid.',
  enrolExit:
    'Takes a one-time invitation and the consent of the owner of the line. Returns the credential of the exit. An equal request with `proof_key` (same keys) returns the same exit and credential while the invitation is valid; another key is refused.',
  issueExitTicket: 'The exit presents the ticket to the gateway that it serves.',
  showExit: 'Returns consent, limits and today’s traffic of this exit.',
  changeExit: 'Absent properties stay unchanged. A paused exit forwards no traffic.',
  renewExitCredential:
    'The credential is bound to the given key. The current one is valid until the new one is first used, so that a lost response does not lock the exit out.',
  withdrawExit: 'Permanent: the credential of the exit becomes invalid.',
  enrolGateway:
    'Takes a one-time token, the WireGuard key and a certificate request (PKCS#10). With `dpop` the credential is bound to the key of the certificate request, and each call needs a DPoP proof (RFC 9449), and an equal request (same token and keys) returns the same gateway and credential and a new certificate while the token is valid. Another key is refused.',
  renewCertificate:
    'The new credential takes effect with its first use; until then the current one stays valid.',
  showOwnNetworks: 'Returns the networks of our own machines, which exits and the proxy block.',
  showPortForwarding: 'Polled twice a minute by gateways that forward ports.',
  reportHealth: 'Contains totals only, no data about individual customers.',
  reserveQuota:
    '`request` is chosen by the gateway: a repeated call returns the same slice. `too_many_requests` while too many bytes are drawn but not reported as used: report usage, then retry.',
  reportUsage:
    '`used_bytes` is the total of the slice, and the highest value counts: reports may be lost, repeated or late. `done` returns the rest. `unknown` lists slices to delete.',
  followFeed:
    'An endless stream of lines, each a signed document with revocations, grants, keys or a heartbeat (every 10 s). `cursor` is the last applied change, 0 for none; a cursor that is too old gets a snapshot. `kinds` filters grants. In `format` 2 a change for all gateways is one line for all of them (`gateway` is `*`), and a snapshot is sent in chunks (lines of JSON) whose SHA-256 digests are in signed lines; `chunks` are the first 8 characters of the digests that an interrupted snapshot left, which are not sent again. The stream is compressed with gzip where Accept-Encoding allows it.',
  issueFeedCredential:
    'Permits the subjects of this gateway only, for half a day. `jwt` is null where the service has no NATS: the feed is then followed over HTTP only.',
} as const;
