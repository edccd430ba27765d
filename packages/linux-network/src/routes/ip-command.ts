/** A routing rule's selector and its priority; `family` chooses the IPv4 or the IPv6 rule list. */
export interface RuleSpec {
  family: 4 | 6;
  /** Lower values are matched first. */
  priority: number;
  /** The table to look in; 254 is main. */
  table?: number;
  fwmark?: number;
  /** Compares only these bits of the mark. */
  fwmarkMask?: number;
  /** Inverts the whole selector. */
  not?: boolean;
  from?: string;
  to?: string;
  /** The user id of the sending process. */
  uid?: number;
  inputLink?: string;
  outputLink?: string;
  /** 0 ignores the table's default route: "main, but only for known networks". */
  suppressPrefixLength?: number;
}

export interface RouteSpec {
  family: 4 | 6;
  /** A prefix, or `default` for everything. */
  to: string;
  /** Default `unicast`; `local` delivers to this machine, and the others block traffic. */
  type?: 'unicast' | 'local' | 'blackhole' | 'unreachable' | 'prohibit';
  link?: string;
  via?: string;
  table?: number;
  /** The source address of packets that choose none. */
  src?: string;
  metric?: number;
  /** Bytes; default: the link's own. */
  mtu?: number;
}

/** One change to addresses, links, routes or rules. Addresses are `address/length`, link names interface names. */
export type IpCommand =
  | { kind: 'address-add' | 'address-replace'; address: string; link: string }
  | { kind: 'address-delete'; address: string; link: string }
  | { kind: 'addresses-flush'; link: string }
  | { kind: 'link-up' | 'link-down' | 'link-delete'; link: string }
  | { kind: 'link-mtu'; link: string; mtu: number }
  /** The interface group, by which rules match interfaces created later. */
  | { kind: 'link-group'; link: string; group: number }
  /** A persistent tun interface that the user id `owner` may open. */
  | { kind: 'tun-add'; link: string; owner: number }
  | ({ kind: 'route-replace' | 'route-delete' } & RouteSpec)
  | { kind: 'route-flush'; family: 4 | 6; table: number }
  | ({ kind: 'rule-add' | 'rule-delete' } & RuleSpec);
